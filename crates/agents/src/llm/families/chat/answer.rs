//! A response into a completion.

use lycaon_transcript::call::Usage;
use serde_json::Value;

use super::super::super::catalogue::{Place, Places, Profile};
use super::super::super::provider::Completion;
use super::super::{declined, malformed, say, string};

/// Reads a body that tells of no error.
pub fn read(body: &Value, profile: &Profile) -> Completion {
    let mut completion = Completion {
        answered_by: string(body.get("model")),
        usage: usage(body, &profile.usage),
        cost_usd: profile.usage.cost.find(body).and_then(Value::as_f64).filter(|cost| *cost >= 0.0),
        ..Completion::default()
    };
    let Some(choices) = body.get("choices").and_then(Value::as_array) else {
        completion.failure = Some(malformed("the answer has no `choices`"));
        return completion;
    };
    let Some(choice) = choices.first() else {
        let detail = "the answer has an empty list of choices, as when a filter holds it back";
        completion.failure = Some(declined(detail));
        return completion;
    };
    completion.finish = string(choice.get("finish_reason"));
    let Some(message) = choice.get("message").filter(|message| message.is_object()) else {
        completion.failure = Some(malformed("the choice has no `message`"));
        return completion;
    };
    let (content, thinking) = content(message.get("content"));
    let arguments = string(message.pointer("/tool_calls/0/function/arguments"));
    let apart = profile.reasoning.iter().find_map(|field| reasoning(message.get(field)?));
    say(&mut completion, arguments.as_ref().unwrap_or(&content), apart.or(thinking));
    if let Some(refusal) = string(message.get("refusal")) {
        completion.text.get_or_insert(refusal);
        completion.failure = Some(declined("the model refused"));
    } else if completion.finish.as_deref() == Some("content_filter") {
        completion.failure = Some(declined("the provider's filter held the answer back"));
    }
    completion
}

/// The text of a message, and reasoning that stands in parts of their own (Mistral).
fn content(content: Option<&Value>) -> (String, Option<String>) {
    let parts = match content {
        Some(Value::String(text)) => return (text.clone(), None),
        Some(Value::Array(parts)) => parts,
        _ => return (String::new(), None),
    };
    let of =
        |kind: &'static str| parts.iter().filter(move |part| part.get("type").and_then(Value::as_str) == Some(kind));
    let text: String = of("text").filter_map(|part| part.get("text")?.as_str()).collect();
    let thinking: String = of("thinking").filter_map(|part| part.get("thinking")).flat_map(texts).collect();
    (text, (!thinking.is_empty()).then_some(thinking))
}

/// A string, or the texts of a list of parts.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(parts) => parts.iter().filter_map(|part| part.get("text")?.as_str()).collect(),
        _ => vec![],
    }
}

/// Reasoning that stands beside the text: a string, or OpenRouter's list of details.
fn reasoning(field: &Value) -> Option<String> {
    let Value::Array(details) = field else { return string(Some(field)) };
    let text = |detail: &Value| ["text", "summary"].into_iter().find_map(|key| string(detail.get(key)));
    let texts: Vec<String> = details.iter().filter_map(text).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// What a call used, in disjoint buckets.
fn usage(body: &Value, places: &Places) -> Usage {
    let count = |place: &Place| place.find(body).and_then(Value::as_u64);
    let prompt = count(&places.input);
    let cache_read = count(&places.cache_read);
    let cache_write = count(&places.cache_write);
    let cached = cache_read.unwrap_or(0).saturating_add(cache_write.unwrap_or(0));
    // Where more was cached than the prompt has, the prompt was counted without the cache.
    let uncached = prompt.map(|prompt| prompt.checked_sub(cached).unwrap_or(prompt));
    let (answer, reasoning) = (count(&places.output), count(&places.reasoning));
    // Some servers leave the reasoning out of the answer's tokens; only the total shows it.
    let whole = |answer: u64| match (prompt, count(&places.total), reasoning) {
        (Some(prompt), Some(total), Some(reasoning))
            if prompt.checked_add(answer).and_then(|sum| sum.checked_add(reasoning)) == Some(total) =>
        {
            answer + reasoning
        }
        _ => answer,
    };
    Usage {
        input_uncached: count(&places.input_uncached).or(uncached),
        cache_read,
        cache_write,
        output: answer.map(whole),
        reasoning,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::catalogue::Catalogue;
    use crate::llm::provider::Class;
    use serde_json::json;

    fn read(body: &Value) -> Completion {
        super::read(body, &Catalogue::built_in().profile("foo", None))
    }

    fn message(message: Value) -> Completion {
        read(&json!({"model": "m-1", "choices": [{"finish_reason": "stop", "message": message}]}))
    }

    #[test]
    fn reasoning_is_found_where_each_server_puts_it() {
        let cases = [
            json!({"content": "3", "reasoning_details": [{"type": "reasoning.text", "text": "wolf"}], "reasoning": "x"}),
            json!({"content": "3", "reasoning_content": "wolf"}),
            json!({"content": "3", "reasoning": "wolf", "reasoning_content": null, "reasoning_details": []}),
            json!({"content": "<think>wolf</think>3"}),
            json!({"content": "wolf</think>\n3"}),
            json!({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "wolf"}]},
                               {"type": "text", "text": "3"}]}),
        ];
        for case in cases {
            let completion = message(case.clone());
            assert_eq!(completion.text.as_deref(), Some("3"), "{case}");
            assert_eq!(completion.reasoning.as_deref(), Some("wolf"), "{case}");
            assert_eq!(completion.failure, None);
        }
    }

    #[test]
    fn nothing_said_is_no_text() {
        for content in [json!(null), json!(""), json!(" \n"), json!([]), json!(7), json!({"a": 1})] {
            let completion = message(json!({"content": content, "reasoning": "hm"}));
            assert_eq!((completion.text, completion.failure), (None, None), "{content}");
        }
    }

    #[test]
    fn an_answer_in_the_wrong_field_is_found_but_thoughts_are_never_spoken() {
        let answer = "{\"choice\": \"3\"}";
        assert_eq!(message(json!({"content": null, "reasoning": answer})).text.as_deref(), Some(answer));
        assert_eq!(message(json!({"content": null, "reasoning": "I am a wolf, so I say:"})).text, None);
        assert_eq!(message(json!({"content": "3", "reasoning": answer})).text.as_deref(), Some("3"));
    }

    #[test]
    fn declining_is_a_behaviour() {
        let refusal = message(json!({"content": null, "refusal": "I can't."}));
        assert_eq!(refusal.text.as_deref(), Some("I can't."));
        let filtered = read(&json!({"choices": [{"finish_reason": "content_filter", "message": {"content": "I"}}]}));
        let empty = read(&json!({"choices": []}));
        for completion in [refusal, filtered, empty] {
            assert_eq!(completion.failure.map(|failure| failure.class), Some(Class::Policy));
        }
    }

    #[test]
    fn shapes_that_are_none_are_malformed() {
        for body in [json!(null), json!([]), json!({"choices": 1}), json!({"choices": [1]}), json!({"choices": [{}]})] {
            assert_eq!(read(&body).failure.map(|failure| failure.class), Some(Class::Malformed), "{body}");
        }
    }

    #[test]
    fn usage_is_disjoint() {
        let buckets = |value: Value| {
            let usage = read(&json!({"usage": value, "choices": []})).usage;
            (usage.input_uncached, usage.cache_read, usage.cache_write, usage.output, usage.reasoning)
        };
        let openai = json!({"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120,
            "prompt_tokens_details": {"cached_tokens": 64, "cache_write_tokens": 6},
            "completion_tokens_details": {"reasoning_tokens": 12}});
        assert_eq!(buckets(openai), (Some(30), Some(64), Some(6), Some(20), Some(12)));
        let deepseek = json!({"prompt_tokens": 100, "completion_tokens": 20,
            "prompt_cache_hit_tokens": 64, "prompt_cache_miss_tokens": 36});
        assert_eq!(buckets(deepseek), (Some(36), Some(64), None, Some(20), None));
        let apart = json!({"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 22,
            "completion_tokens_details": {"reasoning_tokens": 7}});
        assert_eq!(buckets(apart), (Some(10), None, None, Some(12), Some(7)));
        let excluding = json!({"prompt_tokens": 10, "prompt_tokens_details": {"cached_tokens": 90}});
        assert_eq!(buckets(excluding), (Some(10), Some(90), None, None, None));
        let hostile = json!({"prompt_tokens": -1, "completion_tokens": "many",
            "prompt_tokens_details": {"cached_tokens": u64::MAX, "cache_write_tokens": u64::MAX}});
        assert_eq!(buckets(hostile), (None, Some(u64::MAX), Some(u64::MAX), None, None));
    }
}
