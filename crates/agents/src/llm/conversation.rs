//! A seat's conversation with its model. It only ever grows, so that caches hold and the record is the prompt; under a
//! condition that forgets it begins anew behind its first messages, and the record says so.

use lycaon_transcript::call::{Call, Message};

/// The messages of a seat, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Conversation {
    messages: Vec<Message>,
    /// How many of them stand in the record of a call.
    recorded: usize,
    /// How many messages of the last recorded prompt are left, if it is not all of them.
    kept: Option<usize>,
}

impl Conversation {
    /// Whether nothing was said yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// All messages.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Forgets everything but the rules.
    pub fn forget(&mut self) {
        self.messages.truncate(1);
        if self.recorded > self.messages.len() {
            self.recorded = self.messages.len();
            self.kept = Some(self.recorded);
        }
    }

    /// Adds the rules.
    pub fn system(&mut self, text: String) {
        self.push("system", text);
    }

    /// Adds what the seat is told.
    pub fn tell(&mut self, text: String) {
        self.push("user", text);
    }

    /// Adds what the model said.
    pub fn said(&mut self, text: &str) {
        self.push("assistant", text.to_owned());
    }

    /// What the record of a call must say of its prompt: how many messages of the last one it keeps, if it is not all of
    /// them, and those that no call has recorded yet. From now on they are recorded.
    pub fn take_delta(&mut self) -> (Option<u32>, Vec<Message>) {
        let delta = self.messages[self.recorded..].to_vec();
        self.recorded = self.messages.len();
        (self.kept.take().map(|kept| kept as u32), delta)
    }

    /// Takes up what a recorded call was given: the conversation is what the record says, whatever stood in it that no
    /// call had recorded.
    pub fn recall(&mut self, call: &Call) {
        self.messages.truncate(call.kept.map_or(self.recorded, |kept| kept as usize));
        self.kept = None;
        self.messages.extend(call.delta.iter().cloned());
        self.recorded = self.messages.len();
    }

    fn push(&mut self, role: &str, content: String) {
        if !content.trim().is_empty() {
            self.messages.push(Message { role: role.to_owned(), content });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recalled_conversation_is_the_one_that_was_recorded() {
        let mut said = Conversation::default();
        let mut calls = vec![];
        let mut prompts = vec![];
        said.system("rules".into());
        for (reply, forgets) in [("one", false), ("two", false), ("three", true), ("four", false)] {
            if forgets {
                said.forget();
            }
            said.tell(format!("news before {reply}"));
            prompts.push(said.messages().to_vec());
            let (kept, delta) = said.take_delta();
            calls.push(Call { kept, delta, reply: Some(reply.into()), ..Call::default() });
            said.said(reply);
        }
        assert_eq!(calls.iter().map(|call| call.kept).collect::<Vec<_>>(), [None, None, Some(1), None]);
        let mut recalled = Conversation::default();
        for (call, prompt) in calls.iter().zip(&prompts) {
            recalled.tell("what is told in other words today".into());
            recalled.recall(call);
            assert_eq!(recalled.messages(), prompt);
            recalled.said(call.reply.as_deref().expect("a reply"));
        }
        assert_eq!(recalled.messages(), said.messages());
        assert_eq!(recalled.take_delta(), said.take_delta());
    }
}
