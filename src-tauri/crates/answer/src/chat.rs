//! A language model behind an endpoint that the user names: OpenAI-compatible or Ollama. Optional
//! everywhere, and off unless named. What is asked and what is done with the reply is the
//! caller's; here are the two protocols, their limits and their failures.

use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

/// Largest reply that is read, in bytes.
const REPLY_LIMIT: u64 = 1 << 20;
/// Tokens that a context is made larger than what is sent, for the reply.
const REPLY_ROOM: usize = 1024;
/// Characters a token never exceeds on average in prose or code; fewer tokens reported than this
/// means that the endpoint cut the text.
const LONGEST_TOKEN: u64 = 12;
/// How much of a strange reply an error quotes, in characters.
const QUOTED: usize = 160;

/// How an endpoint is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChatApi {
    /// `POST {base}/chat/completions`.
    OpenAi,
    /// `POST {base}/api/chat`, which takes the size of the context; its `/v1` cuts silently.
    Ollama,
}

/// An endpoint and the model to ask there.
#[derive(Clone)]
pub struct ChatEndpoint {
    api: ChatApi,
    base: String,
    model: String,
    key: Option<String>,
    timeout: Duration,
}

/// The key is a secret: it is never shown.
impl fmt::Debug for ChatEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChatEndpoint")
            .field("api", &self.api)
            .field("base", &self.base)
            .field("model", &self.model)
            .field("key", &self.key.as_ref().map(|_| "…"))
            .field("timeout", &self.timeout)
            .finish()
    }
}

/// Why an endpoint gave no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChatError {
    #[error("'{given}' is no endpoint: write ollama:http://127.0.0.1:11434 or openai:https://HOST/v1")]
    BadEndpoint { given: String },
    #[error("cannot reach '{url}': {reason}")]
    Unreachable { url: String, reason: String },
    #[error("'{url}' did not answer within {ms} ms")]
    TimedOut { url: String, ms: u64 },
    #[error("'{url}' answered with status {status}: {body}")]
    Status { url: String, status: u16, body: String },
    #[error("the model refused: {reason}")]
    Refused { reason: String },
    #[error("the reply is not of the protocol: {reply}")]
    Malformed { reply: String },
    #[error("the endpoint cut the text: {read} tokens read of {sent} characters sent")]
    Cut { sent: u64, read: u64 },
}

impl ChatEndpoint {
    /// An endpoint as written: `ollama:URL` or `openai:URL`, the URL with `http` or `https`.
    ///
    /// # Errors
    /// [`ChatError::BadEndpoint`] quotes what was given.
    pub fn new(given: &str, model: &str, key: Option<String>, timeout: Duration) -> Result<Self, ChatError> {
        let bad = || ChatError::BadEndpoint { given: given.to_owned() };
        let (api, url) = match given.trim().split_once(':').ok_or_else(bad)? {
            ("ollama", url) => (ChatApi::Ollama, url),
            ("openai", url) => (ChatApi::OpenAi, url),
            _ => return Err(bad()),
        };
        let host = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://")).ok_or_else(bad)?;
        if host.trim_matches('/').is_empty() || host.contains(char::is_whitespace) || model.trim().is_empty()
        {
            return Err(bad());
        }
        let key = key.filter(|key| !key.trim().is_empty());
        Ok(ChatEndpoint {
            api,
            base: url.trim_end_matches('/').to_owned(),
            model: model.trim().to_owned(),
            key,
            timeout,
        })
    }

    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    fn url(&self) -> String {
        match self.api {
            ChatApi::OpenAi => format!("{}/chat/completions", self.base),
            ChatApi::Ollama => format!("{}/api/chat", self.base),
        }
    }

    fn request(&self, instruction: &str, text: &str) -> Value {
        let messages = json!([
            { "role": "system", "content": instruction },
            { "role": "user", "content": text },
        ]);
        match self.api {
            ChatApi::OpenAi => {
                json!({ "model": self.model, "messages": messages, "temperature": 0, "stream": false })
            }
            ChatApi::Ollama => {
                // Two characters a token is more than any prose needs.
                let needed = (instruction.chars().count() + text.chars().count()) / 2 + REPLY_ROOM;
                let context = needed.next_multiple_of(REPLY_ROOM);
                json!({
                    "model": self.model, "messages": messages, "stream": false,
                    "options": { "temperature": 0, "num_ctx": context },
                })
            }
        }
    }

    /// Sends an instruction and a text; answers with the model's words.
    ///
    /// # Errors
    /// Any [`ChatError`] but `BadEndpoint`; redirects are not followed, so that the text goes
    /// nowhere but where the user said.
    pub fn ask(&self, instruction: &str, text: &str) -> Result<String, ChatError> {
        let url = self.url();
        let agent = ureq::Agent::config_builder()
            .timeout_global(Some(self.timeout))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .build()
            .new_agent();
        let failed = |error: &ureq::Error| match error {
            ureq::Error::Timeout(_) => ChatError::TimedOut {
                url: url.clone(),
                ms: u64::try_from(self.timeout.as_millis()).unwrap_or(u64::MAX),
            },
            other => ChatError::Unreachable { url: url.clone(), reason: other.to_string() },
        };
        let mut request = agent.post(&url).header("content-type", "application/json");
        if let Some(key) = &self.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let body = self.request(instruction, text).to_string();
        let mut response = request.send(body).map_err(|error| failed(&error))?;
        let status = response.status().as_u16();
        let reply = response
            .body_mut()
            .with_config()
            .limit(REPLY_LIMIT)
            .read_to_string()
            .map_err(|error| failed(&error))?;
        if status != 200 {
            return Err(ChatError::Status { url, status, body: quoted(&reply) });
        }
        let sent = instruction.chars().count() + text.chars().count();
        self.read(&reply, u64::try_from(sent).unwrap_or(u64::MAX))
    }

    fn read(&self, reply: &str, sent: u64) -> Result<String, ChatError> {
        let malformed = || ChatError::Malformed { reply: quoted(reply) };
        let document: Value = serde_json::from_str(reply).map_err(|_| malformed())?;
        // An endpoint may answer with its error and a status of 200.
        let error = &document["error"];
        if let Some(reason) = error.as_str().or_else(|| error["message"].as_str()) {
            return Err(ChatError::Refused { reason: quoted(reason) });
        }
        if document["choices"][0]["finish_reason"] == "content_filter" {
            return Err(ChatError::Refused { reason: "content_filter".to_owned() });
        }
        let (message, tokens) = match self.api {
            ChatApi::OpenAi => {
                (&document["choices"][0]["message"], document["usage"]["prompt_tokens"].as_u64())
            }
            ChatApi::Ollama => (&document["message"], document["prompt_eval_count"].as_u64()),
        };
        if let Some(reason) = message["refusal"].as_str().filter(|reason| !reason.is_empty()) {
            return Err(ChatError::Refused { reason: quoted(reason) });
        }
        // A server with the prompt in its cache may report none of its tokens.
        if let Some(read) = tokens
            && read > 0
            && read < sent / LONGEST_TOKEN
        {
            return Err(ChatError::Cut { sent, read });
        }
        message["content"].as_str().map(str::to_owned).ok_or_else(malformed)
    }
}

fn quoted(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(QUOTED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(given: &str) -> Result<ChatEndpoint, ChatError> {
        ChatEndpoint::new(given, "small", Some("s3cret".to_owned()), Duration::from_secs(1))
    }

    #[test]
    fn an_endpoint_is_named_with_its_protocol() {
        let urls = [
            ("ollama:http://127.0.0.1:11434", "http://127.0.0.1:11434/api/chat"),
            ("openai:https://models.example/v1/", "https://models.example/v1/chat/completions"),
        ];
        for (given, url) in urls {
            assert_eq!(endpoint(given).unwrap().url(), url);
        }
        for given in
            ["", "http://127.0.0.1", "ollama:", "ollama:http://", "openai:ftp://x", "openai:http://a b"]
        {
            assert_eq!(endpoint(given).unwrap_err(), ChatError::BadEndpoint { given: given.to_owned() });
        }
    }

    #[test]
    fn the_key_is_not_shown() {
        assert!(!format!("{:?}", endpoint("openai:https://models.example/v1").unwrap()).contains("s3cret"));
    }

    #[test]
    fn a_context_is_asked_for_that_holds_the_text() {
        let text = "word ".repeat(20_000);
        let request = endpoint("ollama:http://127.0.0.1:1").unwrap().request("read", &text);
        assert!(request["options"]["num_ctx"].as_u64().unwrap() >= 50_000);
    }
}
