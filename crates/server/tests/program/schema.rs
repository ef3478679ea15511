//! The description of the API, and values compared with it.
//!
//! It knows the words of JSON Schema that the description uses, and no others:
//! a word that it does not know fails the test, so nothing is left unchecked.

use serde_json::{Map, Value};

use crate::client::Answer;

/// `openapi.json` as the server gives it.
#[derive(Debug)]
pub struct Description(Value);

/// One operation.
#[derive(Debug)]
pub struct Operation<'a> {
    description: &'a Description,
    value: &'a Value,
}

impl Description {
    pub fn new(value: Value) -> Description {
        assert_eq!(value["openapi"], "3.1.0");
        Description(value)
    }

    /// All ids of operations.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        let paths = self.0["paths"].as_object().unwrap().values();
        let operations = paths.flat_map(|it| it.as_object().unwrap().values());
        operations.map(|it| it["operationId"].as_str().unwrap())
    }

    /// The operation at an address.
    #[track_caller]
    pub fn operation(&self, method: &str, path: &str) -> Operation<'_> {
        let fits = |pattern: &str| {
            let parts = pattern.split('/').zip(path.split('/'));
            pattern.split('/').count() == path.split('/').count()
                && parts.into_iter().all(|(want, has)| want.starts_with('{') || want == has)
        };
        let paths = self.0["paths"].as_object().unwrap();
        let found = paths.iter().find(|(it, value)| fits(it) && value.get(method).is_some());
        let (_, value) = found.unwrap_or_else(|| panic!("{method} {path} is not described"));
        Operation { description: self, value: &value[method] }
    }

    #[track_caller]
    pub fn check_line(&self, operation: &str, line: &Value) {
        let paths = self.0["paths"].as_object().unwrap().values();
        let mut all = paths.flat_map(|it| it.as_object().unwrap().values());
        let value = all.find(|it| it["operationId"] == operation).unwrap();
        let schema = &value["responses"]["200"]["content"]["application/x-ndjson"]["schema"];
        self.check(schema, line);
    }

    #[track_caller]
    fn check(&self, schema: &Value, value: &Value) {
        if let Err(reason) = self.fits(schema, value, "") {
            panic!("{reason}: {value}");
        }
    }

    fn resolve<'a>(&'a self, value: &'a Value) -> &'a Value {
        match value.get("$ref").and_then(Value::as_str) {
            Some(address) => self.0.pointer(address.strip_prefix('#').unwrap()).unwrap(),
            None => value,
        }
    }

    /// Whether a value fits a schema, or where it does not.
    fn fits(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let schema = self.resolve(schema).as_object().unwrap();
        for (word, rule) in schema {
            let is_kept = match word.as_str() {
                "description" | "$ref" => true,
                "type" => has_type(rule.as_str().unwrap(), value),
                "enum" => rule.as_array().unwrap().contains(value),
                "minimum" => value.as_f64().is_none_or(|it| it >= rule.as_f64().unwrap()),
                "maximum" => value.as_f64().is_none_or(|it| it <= rule.as_f64().unwrap()),
                "required" => {
                    let fields = rule.as_array().unwrap().iter().map(|it| it.as_str().unwrap());
                    fields.into_iter().all(|it| value.get(it).is_some())
                }
                "properties" => {
                    let fields = value.as_object().into_iter().flatten();
                    for (name, field) in fields {
                        if let Some(schema) = rule.get(name) {
                            self.fits(schema, field, &format!("{at}/{name}"))?;
                        }
                    }
                    true
                }
                "additionalProperties" => has_no_others(schema, rule, value),
                "items" => {
                    for (idx, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.fits(rule, item, &format!("{at}/{idx}"))?;
                    }
                    true
                }
                "oneOf" => {
                    let schemas = rule.as_array().unwrap().iter();
                    schemas.filter(|it| self.fits(it, value, at).is_ok()).count() == 1
                }
                other => panic!("the word {other} is not known here"),
            };
            if !is_kept {
                return Err(format!("{at} does not keep {word} {rule}"));
            }
        }
        Ok(())
    }
}

fn has_type(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the type {other} is not known here"),
    }
}

fn has_no_others(schema: &Map<String, Value>, rule: &Value, value: &Value) -> bool {
    assert_eq!(rule, false);
    let mut names = value.as_object().into_iter().flatten().map(|(name, _)| name);
    names.all(|it| schema["properties"].get(it).is_some())
}

impl Operation<'_> {
    pub fn id(&self) -> &str {
        self.value["operationId"].as_str().unwrap()
    }

    #[track_caller]
    pub fn check_request(&self, body: Option<&Value>) {
        let request = &self.value["requestBody"];
        let Some(body) = body else {
            return assert_ne!(request["required"], true, "{} needs a body", self.id());
        };
        let is_empty = body.as_object().is_some_and(Map::is_empty);
        if request.is_null() && is_empty {
            return;
        }
        let schema = &request["content"]["application/json"]["schema"];
        self.description.check(schema, body);
    }

    #[track_caller]
    pub fn check_answer(&self, answer: &Answer) {
        let responses = &self.value["responses"];
        let described = responses.get(answer.status.to_string());
        let described = described
            .unwrap_or_else(|| panic!("{} does not describe {}", self.id(), answer.status));
        let content = self.description.resolve(described)["content"].as_object().unwrap();
        let kind = answer.header("content-type").unwrap();
        let schema = content.get(kind).unwrap_or_else(|| panic!("{kind} is not described"));
        if kind == "application/json" {
            self.description.check(&schema["schema"], &answer.json());
        }
    }
}
