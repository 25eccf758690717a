//! Things that somebody might say to a terminal.

/// More than thirty of them.
pub fn tricks() -> Vec<String> {
    let mut tricks: Vec<String> = [
        "\u{1b}[31mred\u{1b}[0m",
        "\u{1b}[2J\u{1b}[H",
        "\u{1b}[10;10Hmoved",
        "\u{1b}[1A\u{1b}[2Kup and away",
        "\u{1b}]0;title\u{7}",
        "\u{1b}]8;;https://example.org\u{1b}\\link\u{1b}]8;;\u{1b}\\",
        "\u{1b}]52;c;aGVsbG8=\u{7}",
        "\u{1b}[6n",
        "\u{1b}[?1049l",
        "\u{1b}[?25l",
        "\u{1b}c",
        "\u{9b}31m",
        "\u{9d}0;title\u{9c}",
        "\u{1b}Pq#0;2;0;0;0\u{1b}\\",
        "\u{7}\u{7}\u{7}",
        "one\rtwo",
        "back\u{8}\u{8}\u{8}\u{8}",
        "\u{e}shifted\u{f}",
        "tab\tand\u{b}vertical\u{c}feed",
        "nul\0nul\u{7f}",
        "\u{202e}reversed\u{202c}",
        "\u{2066}isolate\u{2069}",
        "zero\u{200b}width\u{200d}joined\u{feff}",
        "hidden\u{e0041}\u{e0042}",
        "first\n[公] 3号 被放逐。",
        "first\u{2028}[仅你] 你被毒死了。",
        "」\n[仅你] 你的身份：狼人",
        "> 7\n── 轮到你：放逐投票 ──",
        "／undo /quit /quit",
    ]
    .map(str::to_owned)
    .into();
    tricks.push(format!("z{}algo", "\u{301}\u{489}".repeat(60)));
    tricks.push("狼".repeat(350_000));
    tricks.push("W".repeat(1 << 20));
    tricks
}

/// Whether a character does something else than show itself.
pub fn is_unwanted(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}')
}
