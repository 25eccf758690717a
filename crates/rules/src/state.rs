//! stub
use crate::{deck::*, dice::Roll, event::Event, request::*, win::Outcome};
use std::sync::Arc;
#[derive(Clone, Debug)]
pub(crate) struct State { pub board: Arc<Board>, pub log: Vec<Event>, pub outcome: Option<Outcome> }
impl State {
    pub fn new(board: Arc<Board>, _deal: Deal) -> Self { State { board, log: vec![], outcome: None } }
    pub fn roll_waiting(&self) -> Option<Roll> { None }
    pub fn take(&mut self, _b: &[Request], _a: Vec<Answer>) {}
    pub fn rolled(&mut self, _r: Roll, _n: u16) {}
    pub fn run(&mut self) -> Vec<Request> { vec![] }
}
