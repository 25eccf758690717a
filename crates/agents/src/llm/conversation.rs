//! A seat's conversation with its model. It only ever grows, so that caches hold and the record is the prompt.

use lycaon_transcript::call::{Call, Message};

/// The messages of a seat, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Conversation {
    messages: Vec<Message>,
    /// How many of them stand in the record of a call.
    recorded: usize,
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

    /// The messages that no call has recorded yet; from now on they are recorded.
    pub fn take_delta(&mut self) -> Vec<Message> {
        let delta = self.messages[self.recorded..].to_vec();
        self.recorded = self.messages.len();
        delta
    }

    /// Takes up what a recorded call was given: the conversation is what the record says, whatever stood in it that no
    /// call had recorded.
    pub fn recall(&mut self, call: &Call) {
        self.messages.truncate(self.recorded);
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
        said.system("rules".into());
        for reply in ["one", "two"] {
            said.tell("news".into());
            let delta = said.take_delta();
            calls.push(Call { delta, reply: Some(reply.into()), ..Call::default() });
            said.said(reply);
        }
        let mut recalled = Conversation::default();
        for call in &calls {
            recalled.tell("what is told in other words today".into());
            recalled.recall(call);
            recalled.said(call.reply.as_deref().expect("a reply"));
        }
        assert_eq!(recalled.messages(), said.messages());
        assert_eq!(recalled.take_delta(), said.take_delta());
    }
}
