//! `PROVIDER/MODEL` into an address and a key.

use std::fmt;

use lycaon_rules::near;
use reqwest::Url;

use super::catalogue::{Catalogue, CatalogueError, Profile};
use super::families::Family;

/// Keys shorter than this are the dummies that local servers are given (`EMPTY`, `ollama`) and may be ordinary words:
/// they are not looked for in what a server sends.
const SHORTEST_SECRET: usize = 8;

/// A key. It cannot be printed, serialised or compared; only the request that needs it reads it.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Wraps a key. White space around it, as files and shells leave it, is not part of it.
    #[must_use]
    pub fn new(key: &str) -> Self {
        Secret(key.trim().to_owned())
    }

    /// The key itself, for the one header that carries it.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }

    /// The text with every occurrence of the key struck out: some servers repeat the key they refuse.
    #[must_use]
    pub fn strike_from(&self, text: &str) -> String {
        if self.0.len() < SHORTEST_SECRET { text.to_owned() } else { text.replace(&self.0, "[key]") }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[key]")
    }
}

/// Where a model is reached, and with which key.
#[derive(Clone)]
pub struct Endpoint {
    provider: String,
    model: String,
    base: Url,
    key: Option<Secret>,
    profile: Profile,
}

/// Why there is no endpoint for a `PROVIDER/MODEL`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// Not of the form `PROVIDER/MODEL`.
    #[error("`{0}` is not a model: write PROVIDER/MODEL, such as openai/gpt-5 or openrouter/qwen/qwen3")]
    Form(String),
    /// No address.
    #[error(
        "the provider `{provider}` is not known{}: set {variable} to the address of an OpenAI-compatible server",
        .near.as_ref().map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default()
    )]
    NoAddress {
        /// The provider.
        provider: String,
        /// The closest name among those that are known.
        near: Option<String>,
        /// The variable that would say it.
        variable: String,
    },
    /// The address is none.
    #[error("{variable} is not an http or https address: {problem}")]
    BadAddress {
        /// The variable that says it.
        variable: String,
        /// What is wrong; never the address itself, which may hold a password.
        problem: String,
    },
    /// No key, where one is wanted.
    #[error("the provider `{provider}` wants a key: set {variable}")]
    NoKey {
        /// The provider.
        provider: String,
        /// The variable that would hold it.
        variable: String,
    },
    /// The key cannot be sent.
    #[error("{variable} holds a character that no HTTP header may carry: copy the key again")]
    BadKey {
        /// The variable that holds it.
        variable: String,
    },
    /// The user's file of providers cannot be used.
    #[error(transparent)]
    Providers(#[from] CatalogueError),
    /// The HTTP client could not be made.
    #[error("the HTTP client could not be made: {0}")]
    Client(String),
}

impl Endpoint {
    /// The endpoint of a `PROVIDER/MODEL`, with `FOO_BASE_URL` and `FOO_API_KEY` from the environment of the process.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn from_env(spec: &str) -> Result<Self, EndpointError> {
        Self::resolve(spec, |variable| std::env::var(variable).ok())
    }

    /// As [`Endpoint::from_env`], with the variables looked up by `env`.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn resolve(spec: &str, env: impl Fn(&str) -> Option<String>) -> Result<Self, EndpointError> {
        Self::find(spec, None, Catalogue::built_in(), env)
    }

    /// The endpoint of a `PROVIDER/MODEL` among the providers of a catalogue, which any other joins that has its address
    /// in the environment. A family that is given is taken instead of the provider's own.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn find(
        spec: &str,
        family: Option<Family>,
        catalogue: &Catalogue,
        env: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, EndpointError> {
        let (provider, model) = split(spec)?;
        let prefix = provider.to_uppercase().replace('-', "_");
        let set = |suffix: &str| env(&format!("{prefix}_{suffix}")).filter(|value| !value.trim().is_empty());
        let profile = catalogue.profile(provider, family);
        let own_address = set("BASE_URL");
        let wants_key = own_address.is_none() && profile.needs_key;
        let variable = format!("{prefix}_BASE_URL");
        let Some(address) = own_address.or_else(|| profile.base_url.clone()) else {
            let near = near(provider, catalogue.names());
            return Err(EndpointError::NoAddress { provider: provider.to_owned(), near, variable });
        };
        let base = base_url(address.trim()).map_err(|problem| EndpointError::BadAddress { variable, problem })?;
        let key = set("API_KEY").map(|key| Secret::new(&key));
        let variable = format!("{prefix}_API_KEY");
        match &key {
            None if wants_key => Err(EndpointError::NoKey { provider: provider.to_owned(), variable }),
            Some(key) if !key.expose().bytes().all(|byte| byte.is_ascii_graphic()) => {
                Err(EndpointError::BadKey { variable })
            }
            _ => Ok(Endpoint { provider: provider.to_owned(), model: model.to_owned(), base, key, profile }),
        }
    }

    /// What is known of the provider.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The provider's name, such as `openai`.
    #[must_use]
    pub fn provider(&self) -> &str {
        &self.provider
    }

    /// The model's name, as the provider calls it.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// The key, if there is one.
    pub(crate) fn key(&self) -> Option<&Secret> {
        self.key.as_ref()
    }

    /// The address of the resource whose path is made from that of the base. The base's query is kept.
    pub(crate) fn url(&self, path: impl FnOnce(&str) -> String) -> Url {
        let mut url = self.base.clone();
        url.set_path(&path(self.base.path()));
        url
    }

    /// Whether nothing is encrypted, as with most servers of one's own.
    pub(crate) fn is_plain(&self) -> bool {
        self.base.scheme() == "http"
    }

    /// Whether the server is on this machine, where no proxy is to be asked.
    pub(crate) fn is_local(&self) -> bool {
        match self.base.host_str() {
            Some("localhost") => true,
            Some(host) => {
                host.trim_matches(['[', ']']).parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
            }
            None => false,
        }
    }

    /// Text without the key and without the password that may stand in the address.
    pub(crate) fn strike_secrets(&self, text: &str) -> String {
        let text = self.key.as_ref().map_or_else(|| text.to_owned(), |key| key.strike_from(text));
        self.base.password().map_or(text.clone(), |password| Secret::new(password).strike_from(&text))
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("provider", &self.provider)
            .field("model", &self.model)
            .field("host", &self.base.host_str())
            .field("family", &self.profile.family)
            .field("key", &self.key)
            .finish()
    }
}

/// The provider and the model; everything after the first slash is the model.
///
/// # Errors
/// When it is not of the form `PROVIDER/MODEL`.
pub(crate) fn split(spec: &str) -> Result<(&str, &str), EndpointError> {
    let form = || EndpointError::Form(spec.to_owned());
    let (provider, model) = spec.split_once('/').ok_or_else(form)?;
    let named = !provider.is_empty() && provider.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if named && !model.trim().is_empty() { Ok((provider, model)) } else { Err(form()) }
}

fn base_url(address: &str) -> Result<Url, String> {
    let url = Url::parse(address).map_err(|error| error.to_string())?;
    match url.scheme() {
        "http" | "https" if url.has_host() => Ok(url),
        scheme => Err(format!("its scheme is `{scheme}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(spec: &str, vars: &[(&str, &str)]) -> Result<Endpoint, EndpointError> {
        Endpoint::resolve(spec, |name| vars.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn the_path_of_the_base_is_kept() {
        let address = |spec: &str, base: &str| {
            let variable = format!("{}_BASE_URL", spec[..spec.len() - 2].to_uppercase());
            let endpoint = resolve(spec, &[(&variable, base)]).expect("an endpoint");
            endpoint.url(|base| endpoint.profile().family.dialect().path(base)).to_string()
        };
        let chat = |base: &str| address("foo/m", base);
        assert_eq!(chat("http://h:1"), "http://h:1/chat/completions");
        assert_eq!(chat("http://h:1/v1/"), "http://h:1/v1/chat/completions");
        assert_eq!(chat("https://h/v1beta/openai"), "https://h/v1beta/openai/chat/completions");
        assert_eq!(chat("https://h/d/x?api-version=1"), "https://h/d/x/chat/completions?api-version=1");
        assert_eq!(chat("https://h/v1/chat/completions"), "https://h/v1/chat/completions");
        for base in ["http://h:1", "http://h:1/v1", "http://h:1/v1/", "http://h:1/v1/messages"] {
            assert_eq!(address("anthropic/m", base), "http://h:1/v1/messages");
        }
        for base in ["http://h:1", "http://h:1/v1", "http://h:1/api", "http://h:1/api/chat"] {
            assert_eq!(address("ollama/m", base), "http://h:1/api/chat");
        }
    }

    #[test]
    fn hyphens_become_underscores_and_the_model_may_have_slashes() {
        let vars = [("MY_LAB_BASE_URL", "http://h/v1"), ("MY_LAB_API_KEY", " sk-1234567890 \n")];
        let endpoint = resolve("my-lab/org/model:free", &vars).expect("an endpoint");
        assert_eq!((endpoint.provider(), endpoint.model()), ("my-lab", "org/model:free"));
        assert_eq!(endpoint.key().map(Secret::expose), Some("sk-1234567890"));
    }

    #[test]
    fn what_is_missing_is_named() {
        let error = |spec: &str, vars: &[(&str, &str)]| resolve(spec, vars).expect_err("an error").to_string();
        assert!(error("gpt-5", &[]).contains("PROVIDER/MODEL"));
        assert!(error("/gpt-5", &[]).contains("PROVIDER/MODEL"));
        assert!(error("foo/m", &[]).contains("FOO_BASE_URL"));
        assert!(error("opnai/m", &[]).contains("did you mean `openai`?"));
        assert!(error("openai/m", &[]).contains("OPENAI_API_KEY"));
        assert!(error("openai/m", &[("OPENAI_API_KEY", "  ")]).contains("OPENAI_API_KEY"));
        assert!(error("openai/m", &[("OPENAI_API_KEY", "sk-\u{fe0f}1")]).contains("OPENAI_API_KEY"));
        assert!(error("foo/m", &[("FOO_BASE_URL", "ftp://h/")]).contains("FOO_BASE_URL"));
        assert!(error("foo/m", &[("FOO_BASE_URL", "127.0.0.1:80")]).contains("FOO_BASE_URL"));
    }

    #[test]
    fn a_known_provider_at_an_own_address_needs_no_key() {
        assert!(resolve("openai/m", &[("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")]).expect("an endpoint").is_local());
        assert!(!resolve("openai/m", &[("OPENAI_API_KEY", "sk")]).expect("an endpoint").is_local());
        assert!(resolve("ollama/m", &[]).expect("an endpoint").is_local());
    }

    #[test]
    fn neither_key_nor_password_is_printed() {
        let vars = [("FOO_BASE_URL", "http://me:hunter2hunter2@h/v1?key=qqqqqqqqqq"), ("FOO_API_KEY", "sk-1234567890")];
        let endpoint = resolve("foo/m", &vars).expect("an endpoint");
        let printed = format!("{endpoint:?} {:?}", endpoint.key());
        for secret in ["sk-1234567890", "hunter2hunter2", "qqqqqqqqqq"] {
            assert!(!printed.contains(secret), "{printed}");
        }
        let struck = endpoint.strike_secrets("bad key sk-1234567890 of hunter2hunter2");
        assert_eq!(struck, "bad key [key] of [key]");
    }
}
