//! What each fault leaves in the record of a call.

use lycaon_mock_llm::Fault;
use lycaon_transcript::Call;

/// What a call's record shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trace {
    RateLimit,
    Overloaded,
    Timeout,
    Connect,
    Malformed,
    /// The model or its guard declined, by a signal or in words.
    Declined,
    BadRequest,
    Context,
    /// Nothing was said.
    Empty,
    /// Something was thought, and nothing said.
    OnlyThought,
    /// The thought was found, and the answer after it.
    Thought,
    /// The answer is JSON that breaks off.
    BrokenJson,
    /// The answer names an option that is not on the menu.
    Illegal,
    /// The answer has many thousands of characters.
    Overlong,
    /// The answer has characters that could not be read.
    Encoding,
    /// Nothing is wrong with it.
    Answered,
}

impl Trace {
    pub fn of_call(call: &Call) -> Trace {
        match (call.error.as_deref(), call.reply.as_deref()) {
            (Some(class), _) => Trace::of_class(class),
            (None, None) if call.reasoning.is_some() => Trace::OnlyThought,
            (None, None) => Trace::Empty,
            (None, Some(reply)) => Trace::of_reply(reply, call.reasoning.is_some()),
        }
    }

    /// What a fault leaves.
    pub fn of_fault(fault: Fault) -> Trace {
        match fault {
            Fault::RateLimit => Trace::RateLimit,
            Fault::Internal | Fault::Unavailable | Fault::Overloaded => Trace::Overloaded,
            Fault::ErrorInside | Fault::ErrorMidway => Trace::Overloaded,
            Fault::Hang | Fault::Drip => Trace::Timeout,
            Fault::Cut => Trace::Connect,
            Fault::Malformed | Fault::Truncated => Trace::Malformed,
            Fault::BrokenJson => Trace::BrokenJson,
            Fault::Illegal => Trace::Illegal,
            Fault::Empty => Trace::Empty,
            Fault::Refusal | Fault::ContentFilter => Trace::Declined,
            Fault::Overlong => Trace::Overlong,
            Fault::Latin1 | Fault::Gbk | Fault::BrokenUtf8 => Trace::Encoding,
            Fault::ThinkOpen => Trace::OnlyThought,
            Fault::ThinkClosed => Trace::Thought,
            Fault::Unsupported => Trace::BadRequest,
            Fault::Context => Trace::Context,
            Fault::Quota => panic!("a trial never spends an account"),
        }
    }

    fn of_class(class: &str) -> Trace {
        match class {
            "rate_limit" => Trace::RateLimit,
            "overloaded" => Trace::Overloaded,
            "timeout" => Trace::Timeout,
            "connect" => Trace::Connect,
            "malformed" => Trace::Malformed,
            "policy" => Trace::Declined,
            "bad_request" => Trace::BadRequest,
            "context" => Trace::Context,
            other => panic!("no fault leaves a call of the class {other}"),
        }
    }

    fn of_reply(reply: &str, thought: bool) -> Trace {
        if ["I'm sorry", "抱歉"].iter().any(|sorry| reply.starts_with(sorry)) {
            return Trace::Declined;
        }
        let Ok(answer) = serde_json::from_str::<serde_json::Value>(reply) else { return Trace::BrokenJson };
        let choice = answer["choice"].to_string();
        match () {
            () if reply.contains('\u{fffd}') => Trace::Encoding,
            () if reply.len() > 5_000 => Trace::Overlong,
            () if choice.contains("99") => Trace::Illegal,
            () if thought => Trace::Thought,
            () => Trace::Answered,
        }
    }
}
