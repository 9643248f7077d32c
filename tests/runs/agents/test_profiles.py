"""Goal: a profile is right or its mistake is named with file, table and key; no secret is accepted.

Method: the examples that come along, and files with one mistake each.
"""

from pathlib import Path
from typing import Any

import pytest

from runs.agents.context import Window
from runs.agents.pricing import Prices
from runs.agents.profiles import EXAMPLES, Profile, load_profiles, profile, read_key

LEAST = '[mine]\nmodel = "m"\nbase_url = "https://api.example/v1"\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "profiles.toml"
    path.write_text(text, "utf-8")
    return path


def test_the_examples_hold_and_have_no_keys():
    profiles = load_profiles()
    assert {"openai", "anthropic", "google", "openrouter", "deepseek"} <= set(profiles)
    assert {"llamacpp", "vllm", "ollama"} <= set(profiles)
    for name, each in profiles.items():
        local = each.base_url.startswith("http://127.0.0.1")
        assert (each.key_env == "") == local, name
        assert each.prices() == (Prices(0, 0, 0) if local else Prices())


def test_little_is_enough_and_the_rest_has_defaults(tmp_path):
    found = profile("mine", written(tmp_path, LEAST))
    assert found == Profile(model="m", base_url="https://api.example/v1")
    assert (found.max_tokens, found.timeout_s, found.attempts, found.mode) == (
        16384,
        600.0,
        8,
        "tools",
    )
    assert found.budget_nano() == -1


def test_everything_can_be_said(tmp_path):
    text = (
        LEAST
        + """
key_env = "MY_KEY"
headers = { X-Title = "shop" }
body = { top_p = 0.9, thinking = { type = "enabled", budget_tokens = 4096 }, stop = ["a", "b"] }
effort = "high"
temperature = 0
max_tokens = 0
timeout_s = 30
attempts = 3
mode = "json"
window = { capacity = 9000, trigger = 8000, release = 4000, spared = 1 }
price = { input = "1.5", output = "6" }
currency = "USD"
rate_per_minute = 7.5
budget = "2.50"
"""
    )
    found = profile("mine", written(tmp_path, text))
    assert found.body["thinking"] == {"type": "enabled", "budget_tokens": 4096}
    assert found.window == Window(capacity=9000, trigger=8000, release=4000, spared=1)
    assert found.prices() == Prices(1500, -1, 6000)
    assert found.budget_nano() == 2_500_000_000
    assert (found.temperature, found.rate_per_minute) == (0.0, 7.5)


def test_fields_are_replaced_one_by_one():
    found = profile(
        "llamacpp",
        model="other",
        temperature=None,
        window={"release": 10},
        body={"seed": 1},
    )
    assert found.model == "other"
    assert found.window == Window(capacity=32768, trigger=26000, release=10)
    assert found.body == {"seed": 1}
    assert found.temperature is None
    with pytest.raises(ValueError, match=r"\[llamacpp\] attempts: expected 1 or more, found 0"):
        profile("llamacpp", attempts=0)


def test_an_unknown_profile_is_told_with_those_there_are(tmp_path):
    with pytest.raises(ValueError, match="no profile 'gpt'; it has openai, anthropic"):
        profile("gpt")
    with pytest.raises(ValueError, match="it has none"):
        profile("gpt", written(tmp_path, ""))
    with pytest.raises(FileNotFoundError):
        profile("gpt", tmp_path / "absent.toml")


MISTAKES = [
    ("atempts = 1", "atempts: unknown; did you mean attempts?"),
    ("zzz = 1", "zzz: unknown; known are model, base_url"),
    ("attempts = '3'", "attempts: Expected `int`, got `str`"),
    ("attempts = 2.5", "attempts: Expected `int`, got `float`"),
    ("attempts = 0", "attempts: expected 1 or more, found 0"),
    ("timeout_s = 0", "timeout_s: expected more than 0"),
    ("timeout_s = inf", "timeout_s: expected a finite number"),
    ("temperature = -1", "temperature: expected 0 or more"),
    ("temperature = nan", "temperature: expected a finite number"),
    ("rate_per_minute = -1", "rate_per_minute: expected 0 or more"),
    ("max_tokens = -1", "max_tokens: expected 0 or more"),
    ("mode = 'chat'", "mode: Invalid enum value 'chat'"),
    ("effort = 'very high'", "effort: expected a word"),
    ("window = { capacity = 5 }", "window.capacity: expected 120000 or more, found 5"),
    ("window = { trigger = 5 }", "window.trigger: expected 60000 or more, found 5"),
    ("window = { triger = 5 }", "window.triger: unknown; did you mean trigger?"),
    ("window = 5", "window: Expected `object | null`, got `int`"),
    ("price = { input = 2.5 }", "price.input: Expected `str`, got `float`"),
    ("price = { input = '2,5' }", "price: input: expected a decimal number"),
    ("price = { input = '2' }", "currency: expected the currency"),
    ("price = { prompt = '2' }", "price.prompt: unknown"),
    ("budget = '5'", "currency: expected the currency"),
    ("budget = 'much'\ncurrency = 'USD'", "budget: expected a decimal number"),
    ("body = { messages = [] }", "body.messages: not allowed"),
    ("body = { stream = true }", "body.stream: not allowed"),
    ("body = { x = inf }", "body.x: expected a finite number"),
    ("body = { x = 2026-01-01 }", "body.x: expected a text, a number"),
    ("headers = { 'X Y' = 'a' }", "headers.X Y: expected a header's name"),
    ('headers = { X = "a\\nb" }', "headers.X: expected a header's name"),
    ("headers = { X = 5 }", "headers"),
    ("key_env = 'MY KEY'", "key_env: expected the name"),
]


@pytest.mark.parametrize(("line", "told"), MISTAKES)
def test_a_mistake_is_named_with_file_table_and_key(tmp_path, line, told):
    path = written(tmp_path, LEAST + line)
    for read in (lambda: profile("mine", path), lambda: load_profiles(path)):
        with pytest.raises(ValueError) as caught:
            read()
        assert str(caught.value).startswith(f"{path}: [mine] ")
        assert told in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "api.example/v1",
        "ftp://api.example/v1",
        "https:///v1",
        "https://api.example:99999/v1",
        "https://[::1/v1",
        "https://api.example/v1?x=1",
        "https://me:pw@api.example/v1",
        "https://api.example/v1/chat/completions",
        "https://api.example/ v1",
    ],
)
def test_an_address_that_leads_nowhere_is_refused(tmp_path, address):
    path = written(tmp_path, f'[mine]\nmodel = "m"\nbase_url = "{address}"\n')
    with pytest.raises(ValueError, match="base_url: expected") as caught:
        profile("mine", path)
    assert "pw" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("model = 'm'", "expected a table"),
        ("[mine", "Expected"),
        ("[mine]\nbase_url = 'https://a.example'", "missing required field `model`"),
        ("[mine]\nmodel = ' '\nbase_url = 'https://a.example'", "model: expected the model's name"),
    ],
)
def test_a_file_of_another_form_is_refused(tmp_path, text, told):
    path = written(tmp_path, text)
    with pytest.raises(ValueError, match=told) as caught:
        load_profiles(path)
    assert str(caught.value).startswith(str(path))


SECRETS: list[tuple[str, Any]] = [
    ("api_key", "sk-abcdefgh12345678"),
    ("api_key", "hunter22"),
    ("token", "hunter22"),
    ("key_env", "sk-abcdefgh12345678"),
    ("key_env", "gsk_abcdefghijklmnop1234"),
    ("key_env", "a8F3kQ9zLw2RtY6uPb4XcVn1Me"),
    ("model", "sk-abcdefgh12345678"),
    ("headers", {"Authorization": "Bearer hunter22"}),
    ("headers", {"X-Api-Key": "hunter22"}),
    ("headers", {"Cookie": "hunter22=1"}),
    ("headers", {"X-Custom": "Bearer hunter22"}),
    ("headers", {"X-Custom": "a8F3kQ9zLw2RtY6uPb4XcVn1Me"}),
    ("headers", {"X-Custom": "0123456789abcdef0123456789abcdef"}),
    ("body", {"api_key": "hunter22"}),
    ("body", {"provider": {"keys": ["AIzaSyA1234567890abcdefghij"]}}),
    ("body", {"auth_token": "hunter22"}),
    ("body", {"password": "hunter22"}),
    ("sk-abcdefgh12345678", "x"),
]


@pytest.mark.parametrize(("key", "value"), SECRETS)
def test_a_secret_is_refused_and_not_repeated(key, value):
    with pytest.raises(ValueError) as caught:
        profile("llamacpp", **{key: value})
    assert "secret" in str(caught.value) or "unknown" in str(caught.value)
    for secret in ("hunter22", "abcdefgh", "a8F3", "0123456789ab", "AIza"):
        assert secret not in str(caught.value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("headers", {"HTTP-Referer": "https://shop.example/a/long/path", "X-Title": "A shop"}),
        ("headers", {"OpenAI-Organization": "org-shop"}),
        ("body", {"max_completion_tokens": 5, "prompt_cache_key": "shopyear"}),
        ("body", {"models": ["Qwen/Qwen2.5-Coder-32B-Instruct-AWQ", "a/claude-3.5-20241022"]}),
        ("model", "accounts/fireworks/models/llama-v3p1-405b-instruct"),
        ("key_env", "MY_OPENAI_API_KEY_2"),
    ],
)
def test_what_only_resembles_a_secret_is_allowed(key, value):
    assert getattr(profile("llamacpp", **{key: value}), key) == value


def test_a_key_comes_from_the_variable_the_profile_names():
    openai = profile("openai")
    assert read_key(openai, {"OPENAI_API_KEY": " sk-1\n"}) == "sk-1"
    assert read_key(profile("ollama"), {"OPENAI_API_KEY": "sk-1"}) == ""
    for environment in ({}, {"OPENAI_API_KEY": "  "}):
        with pytest.raises(ValueError, match="set the environment variable OPENAI_API_KEY"):
            read_key(openai, environment)
    for key in ("sk 1", "sk-ü", "sk-\x00"):
        with pytest.raises(ValueError, match="visible ASCII") as caught:
            read_key(openai, {"OPENAI_API_KEY": key})
        assert key not in str(caught.value)


def test_the_examples_are_beside_the_module():
    assert EXAMPLES.is_file()
