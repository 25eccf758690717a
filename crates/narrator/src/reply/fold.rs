//! Many ways to write one character, folded into one: width, case, quotes, digits, traditional forms.

/// A folded character and the byte of the reply where it stood.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glyph {
    pub c: char,
    pub at: usize,
}

/// Traditional characters in the words we know, each before its simplified form.
const TRADITIONAL: &str = "號号時时針针順顺預预獵猎棄弃權权殺杀選选擇择驗验過过護护藥药發发說说開开槍枪給给對对個个從从\
連连隱隐騎骑長长決决鬥斗換换報报認认覺觉應应該该還还沒没無无這这輪轮終终結结視视衛卫竊窃賊贼親亲簽签";

/// The reply, character by character. Characters without width are left out, so that they cannot split a number.
pub(crate) fn fold(text: &str) -> Vec<Glyph> {
    let mut glyphs = Vec::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if let Some(number) = circled(c) {
            // Apart from its neighbours: ①3 is not thirteen.
            glyphs.push(Glyph { c: ' ', at });
            for digit in number.to_string().chars() {
                glyphs.push(Glyph { c: digit, at });
            }
            glyphs.push(Glyph { c: ' ', at });
        } else if !without_width(c) {
            glyphs.push(Glyph { c: plain(c), at });
        }
    }
    glyphs
}

/// The folded text as a string without spaces, to compare whole phrases. Between digits they stay: 1 0 is not ten.
pub(super) fn squeezed(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    let mut gap = false;
    for Glyph { c, .. } in fold(text) {
        if c.is_whitespace() {
            gap = true;
            continue;
        }
        if gap && c.is_ascii_digit() && squeezed.ends_with(|c: char| c.is_ascii_digit()) {
            squeezed.push(' ');
        }
        gap = false;
        squeezed.push(c);
    }
    squeezed
}

/// Whether a character is Han.
pub(crate) fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}')
}

fn circled(c: char) -> Option<u32> {
    match c {
        '\u{2460}'..='\u{2473}' => Some(c as u32 - 0x2460 + 1),
        '\u{2776}'..='\u{277f}' => Some(c as u32 - 0x2776 + 1),
        _ => None,
    }
}

fn without_width(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{ad}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{20e3}')
        || (c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

fn plain(c: char) -> char {
    let c = match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{1d7ce}'..='\u{1d7ff}' => char::from_digit((c as u32 - 0x1d7ce) % 10, 10).unwrap_or(c),
        '\u{3000}' | '\u{a0}' | '\t' | '\r' => ' ',
        '‘' | '’' | '´' | 'ʼ' => '\'',
        '“' | '”' | '„' | '「' | '」' | '『' | '』' | '«' | '»' | '《' | '》' => '"',
        '–' | '−' | '‐' | '‑' => '-',
        '【' | '〔' | '〖' => '[',
        '】' | '〕' | '〗' => ']',
        '…' => '。',
        _ => c,
    };
    if is_han(c) { simplified(c) } else { c.to_lowercase().next().unwrap_or(c) }
}

fn simplified(c: char) -> char {
    let mut forms = TRADITIONAL.chars();
    while let (Some(traditional), Some(simple)) = (forms.next(), forms.next()) {
        if traditional == c {
            return simple;
        }
    }
    c
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        fold(text).iter().map(|glyph| glyph.c).collect()
    }

    #[test]
    fn width_case_and_forms_fold() {
        assert_eq!(folded("３號，ＰＡＳＳ　“Ｙ”"), "3号,pass \"y\"");
        assert_eq!(folded("毒③号"), "毒 3 号");
        assert_eq!(folded("𝟏\u{200b}𝟎"), "10");
    }

    #[test]
    fn traditional_forms_come_in_pairs() {
        assert_eq!(TRADITIONAL.chars().count() % 2, 0);
        assert_eq!(simplified('號'), '号');
        assert_eq!(simplified('签'), '签');
        assert!(TRADITIONAL.chars().step_by(2).all(|c| simplified(simplified(c)) == simplified(c)));
    }
}
