//! Answers to plain HTTP.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};

pub(super) type Answer = Response<Full<Bytes>>;

pub(super) fn plain(status: StatusCode, body: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(body.into()));
    *answer.status_mut() = status;
    with(answer, CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"))
}

pub(super) fn with(mut answer: Answer, name: HeaderName, value: HeaderValue) -> Answer {
    answer.headers_mut().insert(name, value);
    answer
}
