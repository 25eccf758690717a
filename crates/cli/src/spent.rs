//! What the models of a game took.

use lycaon_narrator::Lang;
use lycaon_transcript::{Spent, Totals};

/// A line for each model: its calls, its tokens, how much of its prompts came from a cache, and what that cost.
pub fn lines(totals: &Totals, lang: Lang) -> Vec<String> {
    totals.models.iter().map(|(model, spent)| line(model, spent, lang)).collect()
}

fn line(model: &str, spent: &Spent, lang: Lang) -> String {
    let Spent { calls, usage, cost_usd, unpriced } = spent;
    let (prompt, output) = (usage.prompt_tokens(), usage.output.unwrap_or(0));
    let share = usage.cache_share().map(|share| share * 100.0);
    match lang {
        Lang::Zh => {
            let share = share.map(|share| format!("（{share:.0}% 来自缓存）")).unwrap_or_default();
            let cost = match (cost_usd, unpriced) {
                (Some(cost), 0) => format!("{cost:.4} 美元"),
                (Some(cost), unpriced) => format!("{cost:.4} 美元，另有 {unpriced} 次价格未知"),
                (None, _) => "价格未知".into(),
            };
            format!("{model}：{calls} 次调用，提示 {prompt} 个 token{share}，回答 {output} 个 token，{cost}")
        }
        Lang::En => {
            let share = share.map(|share| format!(" ({share:.0} % from the cache)")).unwrap_or_default();
            let cost = match (cost_usd, unpriced) {
                (Some(cost), 0) => format!("${cost:.4}"),
                (Some(cost), unpriced) => format!("${cost:.4} and {unpriced} calls without a known price"),
                (None, _) => "price not known".into(),
            };
            format!("{model}: {calls} calls, {prompt} prompt tokens{share}, {output} tokens of answers, {cost}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lycaon_transcript::Usage;

    #[test]
    fn what_is_not_known_is_not_made_up() {
        let mut usage = Usage { input_uncached: Some(250), output: Some(40), ..Usage::default() };
        let mut spent = Spent { calls: 3, usage: usage.clone(), ..Spent::default() };
        assert_eq!(
            line("a/b", &spent, Lang::En),
            "a/b: 3 calls, 250 prompt tokens, 40 tokens of answers, price not known"
        );
        usage.cache_read = Some(750);
        spent = Spent { usage, cost_usd: Some(0.5), unpriced: 1, ..spent };
        let line = line("a/b", &spent, Lang::Zh);
        assert!(line.contains("75% 来自缓存") && line.contains("0.5000 美元，另有 1 次价格未知"), "{line}");
    }
}
