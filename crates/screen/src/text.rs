//! Text on a grid: how wide it is, and how it is broken. The library's own wrapping takes a run of Chinese for one
//! word, so lines are broken here and drawn as they are.

use textwrap::{Options, WrapAlgorithm};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What keeps two letters on a line and takes no room.
const JOINER: char = '\u{2060}';

/// A space at which no line is broken.
const NO_BREAK: char = '\u{a0}';

/// The text with the name of each seat in one piece: no line ends between a number and what is counted.
fn glued(line: &str) -> String {
    let mut glued = String::with_capacity(line.len() + 16);
    let mut last = ' ';
    for letter in line.chars() {
        if letter == '号' && last.is_ascii_digit() {
            glued.push(JOINER);
        }
        glued.push(letter);
        last = letter;
    }
    glued.replace("Player ", "Player\u{a0}")
}

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// The lines of a text at this width; what goes on over a line is indented by so many columns.
pub(crate) fn wrap(text: &str, columns: u16, indent: usize) -> Vec<String> {
    let indent = " ".repeat(indent.min(usize::from(columns) / 3));
    let options = Options::new(usize::from(columns.max(2))).wrap_algorithm(WrapAlgorithm::FirstFit);
    let wrapped = |line: &str| -> Vec<String> {
        let glued = glued(line);
        let lines = textwrap::wrap(&glued, options.clone().subsequent_indent(&indent));
        lines.iter().map(|line| line.replace(JOINER, "").replace(NO_BREAK, " ")).collect()
    };
    let lines: Vec<String> = text.lines().flat_map(wrapped).collect();
    if lines.is_empty() { vec![String::new()] } else { lines }
}

/// The beginning of a text that fits, with `…` where something is cut off.
pub(crate) fn fit(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut cut = String::new();
    let mut used = 1;
    for letter in text.chars() {
        used += letter.width().unwrap_or(0);
        if used > columns {
            break;
        }
        cut.push(letter);
    }
    cut.push('…');
    cut
}

/// Several pieces side by side, as many to a line as fit, with which piece each line begins.
pub(crate) fn flow(pieces: &[String], columns: usize, gap: usize) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = vec![];
    let mut used = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let wide = width(piece);
        match rows.last_mut() {
            Some(row) if used + gap + wide <= columns => {
                row.push(index);
                used += gap + wide;
            }
            _ => {
                rows.push(vec![index]);
                used = wide;
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_is_broken_between_words_and_never_before_a_comma() {
        let text = "[仅你] 今晚你守护了2号，他昨夜没有被守护，所以可以；天亮以后请记得看一看谁出局了。";
        for columns in 12..40 {
            let lines = wrap(text, columns, 2);
            assert!(lines[0].starts_with("[仅你] 今"), "{columns}: {lines:?}");
            for line in &lines {
                assert!(width(line) <= usize::from(columns), "{columns}: {line}");
                assert!(!line.trim_start().starts_with(['，', '。', '；']), "{columns}: {lines:?}");
            }
        }
    }

    #[test]
    fn the_name_of_a_seat_stays_in_one_piece() {
        for columns in 12..40 {
            let zh = wrap("[公] 发言顺序：1号、9号、8号、12号、6号、5号、4号、3号。", columns, 2);
            assert!(zh.iter().all(|line| !line.trim_start().starts_with('号')), "{columns}: {zh:?}");
            let en = wrap("[all] Bids: Player 2 0, Player 3 0, Player 4 0.", columns, 2);
            assert!(en.iter().all(|line| !line.ends_with("Player")), "{columns}: {en:?}");
            assert!(zh.concat().chars().all(|letter| letter != JOINER), "{columns}");
        }
    }

    #[test]
    fn what_does_not_fit_is_cut_by_width() {
        assert_eq!(fit("预言家 9", 8), "预言家 9");
        assert_eq!(fit("预言家 9号", 8), "预言家 …");
        assert_eq!(fit("abc", 0), "…");
    }

    #[test]
    fn pieces_flow_into_rows() {
        let pieces: Vec<String> = ["1：一号", "2：二号", "3：弃票"].map(str::to_owned).into();
        assert_eq!(flow(&pieces, 17, 2), vec![vec![0, 1], vec![2]]);
        assert_eq!(flow(&pieces, 3, 2).len(), 3);
    }
}
