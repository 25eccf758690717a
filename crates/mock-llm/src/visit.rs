//! One request for an answer: what is decided about it.

use std::time::{Duration, SystemTime};

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::cache::TOKEN;
use crate::config::{Play, Style, Verbatim};
use crate::draw::{Draw, sha256};
use crate::fault::{Fault, Problem};
use crate::log::Entry;
use crate::question::Question;
use crate::request::{Api, Cacheable, Request};
use crate::server::{House, json_response};
use crate::style::{self, RAW};
use crate::wait::WaitHeader;
use crate::wire::{Completion, Delivery, End, Finish, Said, Tokens};

/// Answers a request, or fails it.
pub async fn receive(
    house: &House,
    api: Api,
    key: Option<&str>,
    parsed: serde_json::Result<Value>,
    hash: [u8; 32],
    mut entry: Entry,
) -> Response {
    let wanted = house.config.profile.key.as_deref();
    let request = if wanted.is_some() && key != wanted {
        Err(Problem::new(401, "authentication_error", "Incorrect API key provided."))
    } else {
        let body = parsed.map_err(|problem| format!("The body is not JSON: {problem}."));
        body.and_then(|body| Request::read(api, body)).map_err(Problem::invalid)
    };
    let request = match request {
        Ok(request) => request,
        Err(problem) => {
            entry.status = Some(problem.status);
            return refused(api, &problem);
        }
    };
    let arrival = house.arrival(hash);
    let seed = house.config.seed;
    let matter = Draw::new(seed, sha256(request.matter().as_bytes()), 1);
    let visit = Visit { house, request: &request, draw: Draw::new(seed, hash, arrival), matter, arrival };
    match visit.outcome(&mut entry).await {
        Outcome::Error(response) => {
            entry.status = Some(response.status().as_u16());
            response
        }
        Outcome::Answer(delivery) => {
            entry.status = Some(200);
            delivery.respond(entry)
        }
    }
}

/// What becomes of a request.
enum Outcome {
    /// A response that is complete.
    Error(Response),
    /// An answer that is on its way.
    Answer(Delivery),
}

/// One request for an answer.
struct Visit<'a> {
    house: &'a House,
    request: &'a Request,
    /// What is drawn from the body and its arrival.
    draw: Draw,
    /// What is drawn from what the conversation says.
    matter: Draw,
    arrival: u32,
}

impl Visit<'_> {
    async fn outcome(&self, entry: &mut Entry) -> Outcome {
        let play = self.play();
        self.house.pause(play.latency_ms.map_or(self.house.config.latency, Duration::from_millis)).await;
        if let Some(reply) = &play.reply {
            return Outcome::Error(verbatim(reply));
        }
        let fault = self.fault(&play);
        entry.fault = fault.map(Fault::name);
        match fault {
            Some(fault) => self.fail(fault, play, entry).await,
            None => match self.refusal() {
                Some(problem) => Outcome::Error(refused(self.request.api, &problem)),
                None => Outcome::Answer(self.answer(&play, entry).await),
            },
        }
    }

    /// The first play whose conditions hold, or the usual one.
    fn play(&self) -> Play {
        let (model, asked) = (self.request.model(), self.request.asked());
        let plays = self.house.config.profile.plays.iter().enumerate();
        let mut fitting = plays.filter(|(at, play)| {
            play.model.as_deref().is_none_or(|wanted| wanted == model)
                && play.contains.as_deref().is_none_or(|wanted| asked.contains(wanted))
                && play.times.is_none_or(|times| self.arrival <= times)
                && play.share.is_none_or(|share| self.draw.happens(&format!("play {at}"), share))
        });
        fitting.next().map(|(_, play)| play.clone()).unwrap_or_default()
    }

    fn fault(&self, play: &Play) -> Option<Fault> {
        let config = &self.house.config;
        let drawn = || {
            let named = &config.profile.fault_kinds;
            let kinds = if named.is_empty() { Fault::drawn() } else { named.clone() };
            let kind = kinds[self.draw.below_now("kind of fault", kinds.len() as u64) as usize];
            self.draw.happens_now("fault", config.faults).then_some(kind)
        };
        play.fault.or_else(drawn).filter(|fault| self.can(*fault))
    }

    /// Whether a request of this kind can fail in this way.
    fn can(&self, fault: Fault) -> bool {
        match fault {
            Fault::Unsupported => self.request.optional_parameter().is_some(),
            Fault::Illegal => Question::read(self.request.asked()) != Question::Talk,
            Fault::ErrorMidway => self.request.streams(),
            Fault::ContentFilter => self.request.api != Api::Ollama,
            _ => true,
        }
    }

    async fn fail(&self, fault: Fault, play: Play, entry: &mut Entry) -> Outcome {
        let api = self.request.api;
        let styled = |style| Play { style, text: None, ..play.clone() };
        let answer = match fault {
            Fault::Hang | Fault::Drip => {
                let hang = Duration::from_millis(self.house.config.profile.hang_ms);
                let mut delivery = self.answer(&play, entry).await;
                if fault == Fault::Hang {
                    self.house.pause(hang).await;
                    delivery.end = End::Cut;
                } else {
                    delivery.pace = hang / u32::try_from(delivery.pieces.len().max(1)).unwrap_or(u32::MAX);
                }
                delivery
            }
            Fault::Cut => Delivery { end: End::Cut, ..self.answer(&play, entry).await },
            Fault::Truncated => Delivery { end: End::Truncated, ..self.answer(&play, entry).await },
            Fault::ErrorMidway => {
                let mut delivery = self.answer(&play, entry).await;
                delivery.pieces.truncate(delivery.pieces.len() / 2);
                let event = fault.problem(api).map(|problem| api.error_event(&problem));
                delivery.pieces.extend(event.map(String::into_bytes));
                delivery
            }
            Fault::ErrorInside if self.request.streams() => {
                let event = fault.problem(api).map(|problem| api.error_event(&problem));
                Delivery::stream(event.into_iter().collect(), api.stream_type())
            }
            Fault::ErrorInside => {
                let body = fault.problem(api).map_or(Value::Null, |problem| api.error(&problem));
                Delivery::whole(&body.to_string())
            }
            Fault::Malformed => {
                return Outcome::Error((StatusCode::OK, "<html><body>Bad gateway</body></html>").into_response());
            }
            Fault::ContentFilter if api == Api::Chat => {
                self.deliver(Said { finish: Finish::Filter, ..Said::default() }, entry)
            }
            Fault::Unsupported => {
                let parameter = self.request.optional_parameter().unwrap_or_default();
                return Outcome::Error(refused(api, &Problem::unsupported(api, parameter)));
            }
            Fault::BrokenJson => self.answer(&styled(Style::BrokenJson), entry).await,
            Fault::Illegal => self.answer(&styled(Style::Illegal), entry).await,
            Fault::Empty => self.answer(&styled(Style::Empty), entry).await,
            Fault::Refusal => self.answer(&styled(Style::Refusal), entry).await,
            Fault::Overlong => self.answer(&styled(Style::Overlong), entry).await,
            Fault::ThinkOpen => self.answer(&styled(Style::ThinkOpen), entry).await,
            Fault::ThinkClosed => self.answer(&styled(Style::ThinkClosed), entry).await,
            Fault::Latin1 | Fault::Gbk | Fault::BrokenUtf8 => {
                let mut delivery = self.answer(&styled(Style::Raw), entry).await;
                delivery.replace(RAW, raw(fault));
                delivery
            }
            Fault::RateLimit
            | Fault::Quota
            | Fault::Internal
            | Fault::Unavailable
            | Fault::Overloaded
            | Fault::ContentFilter
            | Fault::Context => return Outcome::Error(self.error(fault, &play)),
        };
        Outcome::Answer(answer)
    }

    /// The response to a fault that the server reports, with the header that says how long to wait.
    fn error(&self, fault: Fault, play: &Play) -> Response {
        let api = self.request.api;
        let problem = fault.problem(api).unwrap_or_else(|| Problem::new(500, "server_error", "The server broke."));
        let response = refused(api, &problem);
        let spelled = || {
            let profile = &self.house.config.profile;
            let headers = match &profile.wait_headers[..] {
                [] if play.fault.is_some() => &[WaitHeader::RetryAfterFloat],
                [] => WaitHeader::of(api),
                named => named,
            };
            let header = headers[self.draw.below_now("header", headers.len() as u64) as usize];
            header.spelled(Duration::from_millis(profile.wait_ms), SystemTime::now())
        };
        let word_for_word = play.retry_after.clone().map(|value| ("retry-after", value));
        let wait = word_for_word.or_else(|| (fault == Fault::RateLimit).then(spelled));
        match wait {
            Some((name, value)) => with_header(response, name, &value),
            None => response,
        }
    }

    /// The refusal of what the profile does not support.
    fn refusal(&self) -> Option<Problem> {
        let (profile, api) = (&self.house.config.profile, self.request.api);
        if let Some(name) = profile.unsupported.iter().find(|name| self.request.has(name)) {
            return Some(Problem::unsupported(api, name));
        }
        let format = self.request.format()?;
        let refused = !profile.formats.is_empty() && !profile.formats.iter().any(|accepted| accepted == format);
        refused.then(|| match api {
            _ if format == "tool" => Problem::invalid("Tools are not supported by this model."),
            Api::Chat => Problem::invalid("This response_format type is unavailable now."),
            Api::Anthropic => Problem::invalid("output_config.format: Extra inputs are not permitted"),
            Api::Ollama => Problem::invalid("format is not supported by this model"),
        })
    }

    /// The answer of this play. One that is no stream takes the time of all its tokens before it begins.
    async fn answer(&self, play: &Play, entry: &mut Entry) -> Delivery {
        let said = style::say(self.request.asked(), play, &self.matter);
        let drip = play.drip_ms.map_or(self.house.config.drip, Duration::from_millis);
        if !self.request.streams() && !drip.is_zero() {
            self.house.pause(drip.saturating_mul(u32::try_from(said.tokens()).unwrap_or(u32::MAX))).await;
        }
        let mut delivery = self.deliver(said, entry);
        if self.request.streams() {
            delivery.pace = drip;
        }
        delivery
    }

    fn deliver(&self, said: Said, entry: &mut Entry) -> Delivery {
        let tokens = self.tokens();
        entry.tokens = Some((tokens.prompt, tokens.read));
        let completion = Completion {
            said,
            id: self.draw.below("id", 1 << 48),
            model: self.request.model().to_owned(),
            tokens,
            wants_usage: self.request.wants_usage(),
            tool: self.request.tool().map(str::to_owned),
        };
        let api = self.request.api;
        if self.request.streams() {
            Delivery::stream(api.events(&completion), api.stream_type())
        } else {
            Delivery::whole(&api.object(&completion).to_string())
        }
    }

    /// The tokens of the prompt, and what the cache makes of them.
    fn tokens(&self) -> Tokens {
        let Cacheable { prompt, marked } = self.request.cacheable();
        let read = self.house.cache.read(self.request.model(), &prompt[..marked]) / TOKEN;
        let marked = marked / TOKEN;
        let written = if self.request.api == Api::Anthropic { marked - read.min(marked) } else { 0 };
        let prompt = prompt.len().div_ceil(TOKEN);
        Tokens { prompt: prompt as u64, read: read as u64, written: written as u64 }
    }
}

/// Bytes that are no UTF-8: `Voilà` in Latin-1, `我是好人` in GBK, and two thirds of a character.
fn raw(fault: Fault) -> &'static [u8] {
    match fault {
        Fault::Latin1 => b"Voil\xe0",
        Fault::Gbk => b"\xce\xd2\xca\xc7\xba\xc3\xc8\xcb",
        _ => b"\xe7\x8b",
    }
}

fn refused(api: Api, problem: &Problem) -> Response {
    json_response(problem.status, &api.error(problem))
}

fn with_header(mut response: Response, name: &str, value: &str) -> Response {
    if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), HeaderValue::from_str(value)) {
        response.headers_mut().insert(name, value);
    }
    response
}

fn verbatim(reply: &Verbatim) -> Response {
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let response = (status, [(header::CONTENT_TYPE, "application/json")], reply.body.clone()).into_response();
    reply.headers.iter().fold(response, |response, (name, value)| with_header(response, name, value))
}
