"""The server on loopback: phones that come and return, and everything that is no phone."""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus, WebSocketException

from camelnet.guests import gate, pages, server
from camelnet.guests.screen import Screen
from camelnet.guests.server import GUESTS_MAX, PICTURES, GuestServer, Invitation
from tests.browser import connected
from tests.guests.phone import Phone, Visits, answer, derived, key_in
from tests.patience import until

LOOPBACK = "127.0.0.1"
STATIC = Path(pages.__file__).with_name("static")
# As npm packs @noble/ciphers and @noble/hashes of the version in packaging/bundle/bom.py: each file
# unmodified.
NOBLE = {
    "ciphers/LICENSE": "f36671a5487c9c5050efacb58011c37c24c55a889803cb036cf9d9a6347c1e2d",
    "ciphers/_arx.js": "ead142ba410404c0698bb80e0d6f77780799bb77a9e3b098cf0f9fca1c486e37",
    "ciphers/_poly1305.js": "5d2afd73b40dbafb7b6740c6e6388e7123c79a4e57306861b28c5734925fa84d",
    "ciphers/chacha.js": "5f1c00575e227b75163f4bac50b79442dec50ee3047c46c18887808ba8af0a69",
    "ciphers/utils.js": "a443ec1f60d1aaa25d1b7d8c102d33c0e8e6d683ada1ad17be9c32e69170ff95",
    "hashes/LICENSE": "4f221aee6e072336700c408c68ab3b96a3fc09f6aebe6f48f1bd99e5ef13faec",
    "hashes/_md.js": "60cf3010fda89e3e4d3f0e7ff1ce249e9c467f34b4fd41b6fd6101d9f69be763",
    "hashes/_u64.js": "b09da8c07fe8187c07649494cdb7cd0bcf13df90b506a9473d19e4d5f8c2e102",
    "hashes/hkdf.js": "ccb942a8008f974018965eeb1e33b8f4739bf767c6f95f2ceb06f5873a302f67",
    "hashes/hmac.js": "fec9f8f3aeda785ea2de91cc4c059d54ef98196261c026c43f48341007ae52c9",
    "hashes/sha2.js": "471746bba6ec4c6238ca41358d1d3b40b6ff31cf3363f0b4d550c649c1a8e83b",
    "hashes/utils.js": "037ad49adb78168b6b699598fd33f85f7877456b1d28b4d032e2a1a16807947c",
}


@pytest.fixture(autouse=True)
def phones_closed() -> Iterator[None]:
    yield
    while Phone.opened:
        Phone.opened[-1].close()


@pytest.fixture
def visits() -> Visits:
    return Visits()


@pytest.fixture
def serving(visits: Visits) -> Iterator[GuestServer]:
    made = GuestServer(visits, [LOOPBACK])
    made.start()
    yield made
    made.close()
    assert not made._thread or not made._thread.is_alive()


def screen(status: str, **more: object) -> Screen:
    return Screen("en", "Friday", status, **more)  # type: ignore[arg-type]


# --- phones ---------------------------------------------------------------------------------------


def test_a_phone_comes_sees_and_acts(serving: GuestServer, visits: Visits) -> None:
    invited = serving.invite()
    serving.show(invited.guest, screen("Your turn", picture="1"), b"RIFFpicture")
    phone = Phone(invited.urls[0]).come()
    assert phone.hear() == b"P\x00\x011RIFFpicture"
    assert phone.screen()["status"] == "Your turn"
    phone.act(kind="press", id="roll")
    visits.wait("acted")
    (came, acted) = visits.told
    assert came[:2] == ("came", invited.guest)
    assert came[2] is not None
    assert (came[2].width, came[2].lang) == (360, "fr")
    assert acted[2] is not None
    assert acted[2].id == "roll"
    phone.close()
    visits.wait("went")


def test_a_phone_returns_with_its_token_and_sees_the_newest(
    serving: GuestServer, visits: Visits
) -> None:
    invited = serving.invite()
    serving.show(invited.guest, screen("one", picture="1"), b"RIFF1")
    phone = Phone(invited.urls[0]).come()
    phone.screen()
    phone.close()
    visits.wait("went")
    serving.show(invited.guest, screen("two", picture="1"))
    again = Phone(invited.urls[0], phone.token).come()
    assert again.hear() == b"P\x00\x011RIFF1"
    assert again.screen()["status"] == "two"


def test_a_key_is_used_up_by_the_first_phone(serving: GuestServer) -> None:
    invited = serving.invite()
    serving.show(invited.guest, screen("here"))
    first, second = Phone(invited.urls[0]), Phone(invited.urls[0])
    first.knock()
    second.knock()  # both before either has proven anything
    first.say(first.token)
    first.act(kind="hello")
    assert first.screen()["status"] == "here"
    second.say(second.token)
    assert second.turned_away() == server.KEY_USED
    third = Phone(invited.urls[0])
    third.link.send(
        third.version + derived(third.secret, None, "name of a secret", 16) + third.fresh
    )
    assert third.turned_away() == server.KEY_USED
    first.act(kind="press", id="still here")


def test_a_new_key_shuts_out_the_old_one_and_its_phone(
    serving: GuestServer, visits: Visits
) -> None:
    invited = serving.invite()
    serving.show(invited.guest, screen("here"))
    phone = Phone(invited.urls[0]).come()
    phone.screen()
    renewed = serving.renew(invited.guest)
    assert renewed.guest == invited.guest
    assert phone.turned_away() == server.NO_SUCH_KEY
    for secret in (b"", phone.token):
        shut_out = Phone(invited.urls[0], secret)
        with pytest.raises(WebSocketException) as closed:
            shut_out.come()
        assert closed.value.rcvd.code == server.NO_SUCH_KEY  # type: ignore[attr-defined]
    assert Phone(renewed.urls[0]).come().screen()["status"] == "here"


def test_a_phone_returns_to_a_laptop_that_was_started_again(
    serving: GuestServer, visits: Visits
) -> None:
    invited = serving.invite()
    phone = Phone(invited.urls[0]).come()
    visits.wait("came")
    assert serving.token(invited.guest) == phone.token
    again = GuestServer(visits, [LOOPBACK])
    expected = again.invite(serving.token(invited.guest))
    again.start()
    try:
        again.show(expected.guest, screen("back"))
        back = Phone(again.invite().urls[0], phone.token).come()
        assert back.screen()["status"] == "back"
        back.close()
    finally:
        again.close()


def test_a_wrong_key_opens_nothing(serving: GuestServer, visits: Visits) -> None:
    """Somebody has heard the name of a key, but does not know the key."""
    invited = serving.invite()
    liar = Phone(invited.urls[0])
    liar.knock()
    liar.link.send(secrets.token_bytes(48))
    assert liar.turned_away() == 1000
    assert visits.told == []
    assert Phone(invited.urls[0]).come()  # and the key is not used up


def test_an_old_page_is_told_so_before_its_key(serving: GuestServer) -> None:
    old = Phone(serving.invite().urls[0], version=b"12345678")
    old.link.send(old.version + bytes(48))
    assert old.turned_away() == server.OLD_PAGE


def test_the_newest_window_of_a_phone_wins(serving: GuestServer, visits: Visits) -> None:
    invited = serving.invite()
    first = Phone(invited.urls[0]).come()
    visits.wait("came")
    second = Phone(invited.urls[0], first.token).come()
    visits.wait("came", 2)
    assert first.turned_away() == server.REPLACED
    second.act(kind="press", id="x")
    visits.wait("acted")
    assert visits.count("went") == 0, "the guest was here all the time"


def test_the_end_says_why_and_forgets(serving: GuestServer, visits: Visits) -> None:
    invited = serving.invite()
    phone = Phone(invited.urls[0]).come()
    visits.wait("came")
    serving.end(invited.guest, "Bonne nuit")
    assert phone.hear() == b"EBonne nuit"
    assert phone.turned_away() == server.ENDED
    serving.show(invited.guest, screen("nobody"))
    serving.end(invited.guest, "again")
    with pytest.raises(KeyError):
        serving.renew(invited.guest)


def test_a_slow_phone_is_shown_the_newest_alone(serving: GuestServer, visits: Visits) -> None:
    invited = serving.invite()
    phone = Phone(invited.urls[0]).come()
    visits.wait("came")
    serving.show(invited.guest, screen("0"))
    assert phone.hear()[:1] == b"S"  # and does not say that it is shown
    for number in range(1, 200):
        serving.show(invited.guest, screen(str(number), picture=str(number)), b"RIFF" * 10_000)
    phone.say(b"?")
    assert phone.hear() == b"!", "nothing was sent meanwhile"
    phone.say(b"")
    assert phone.hear().startswith(b"P\x00\x03199RIFF")
    assert phone.screen()["status"] == "199"


def test_a_picture_goes_once_as_long_as_both_keep_it(serving: GuestServer, visits: Visits) -> None:
    invited = serving.invite()
    phone = Phone(invited.urls[0]).come()
    visits.wait("came")
    sent = 0
    for name in ["a", "b", "a", *"cdefg", "a"]:
        serving.show(invited.guest, screen(name, picture=name), b"RIFF")
        said = phone.hear()
        sent += said.startswith(b"P")
        if said.startswith(b"P"):
            said = phone.hear()
        assert json.loads(said[1:])["status"] == name
        phone.say(b"")
    assert sent == len("abcdefg") + 1
    assert PICTURES == 4


def test_there_is_a_limit_to_guests(serving: GuestServer) -> None:
    for _ in range(GUESTS_MAX):
        serving.invite()
    with pytest.raises(ValueError, match="too many"):
        serving.invite()


def test_secrets_are_in_no_log_and_no_repr(
    serving: GuestServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    invited = serving.invite()
    serving.show(invited.guest, screen("here"))
    phone = Phone(invited.urls[0]).come()
    phone.screen()
    said = repr(invited) + repr(serving) + repr(vars(phone.link)) + caplog.text
    assert caplog.text
    for secret in (key_in(invited.urls[0]), phone.token):
        assert secret.hex() not in said
        assert repr(secret) not in said
    assert invited.urls[0].partition("#")[2] not in said
    assert repr(invited) == f"Invitation(guest={invited.guest!r})"


# --- no phones ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ("GET / HTTP/1.1\nHost: HOST\n\n", 200),
        ("GET /guest.js HTTP/1.1\nHost: HOST\n\n", 200),
        ("GET / HTTP/1.1\nHost: evil.example\n\n", 403),  # DNS rebinding
        ("GET / HTTP/1.1\nHost: 127.0.0.1\n\n", 403),
        ("GET / HTTP/1.1\nHost: HOST\nHost: evil.example\n\n", 403),
        ("GET / HTTP/1.1\n\n", 403),
        ("GET /ws HTTP/1.1\nHost: HOST\n\n", 403),
        ("GET /ws HTTP/1.1\nHost: HOST\nOrigin: http://evil.example\n\n", 403),
        ("GET /ws HTTP/1.1\nHost: HOST\nOrigin: null\n\n", 403),
        ("GET /ws HTTP/1.1\nHost: HOST\nOrigin: http://HOST\n\n", 426),
        ("GET /guest.html HTTP/1.1\nHost: HOST\n\n", 404),
        ("GET /server.py HTTP/1.1\nHost: HOST\n\n", 404),
        ("GET /../server.py HTTP/1.1\nHost: HOST\n\n", 404),
        ("GET /%2e%2e/server.py HTTP/1.1\nHost: HOST\n\n", 404),
        ("GET /noble/ciphers/LICENSE HTTP/1.1\nHost: HOST\n\n", 404),
        ("GET //etc/passwd HTTP/1.1\nHost: HOST\n\n", 404),
        ("GET http://HOST/ HTTP/1.1\nHost: HOST\n\n", 404),
        ("GET /?x HTTP/1.1\nHost: HOST\n\n", 404),
    ],
)
def test_only_its_own_page_gets_an_answer(serving: GuestServer, request_: str, status: int) -> None:
    said = answer(serving.invite().urls[0], request_)
    assert said.startswith(f"HTTP/1.1 {status} ".encode())


@pytest.mark.parametrize(
    "request_",
    [
        "POST / HTTP/1.1\nHost: HOST\nContent-Length: 3\n\nabc",
        "GET / HTTP/0.9\n\n",
        "GET /" + "x" * 20_000 + " HTTP/1.1\nHost: HOST\n\n",
        "GET / HTTP/1.1\nHost: HOST\n" + "X: y\n" * 500 + "\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n",  # TLS
        "\n\n\n\n",
    ],
)
def test_what_is_no_request_gets_nothing_of_ours(serving: GuestServer, request_: str) -> None:
    try:
        said = answer(serving.invite().urls[0], request_)
    except ConnectionResetError:
        said = b""
    assert b"<html" not in said
    assert not said.startswith(b"HTTP/1.1 2")
    assert answer(serving.invite().urls[0], "GET / HTTP/1.1\nHost: HOST\n\n").endswith(b"</html>\n")


def test_every_answer_has_the_headers_that_keep_others_out(serving: GuestServer) -> None:
    url = serving.invite().urls[0]
    for path in ("/", "/guest.js", "/nowhere"):
        head = (
            answer(url, f"GET {path} HTTP/1.1\nHost: HOST\n\n").partition(b"\r\n\r\n")[0].decode()
        )
        for line in (
            "X-Content-Type-Options: nosniff",
            "Cache-Control: no-store",
            "Referrer-Policy: no-referrer",
            "Content-Security-Policy: default-src 'none'",
        ):
            assert line in head, path
        assert "Server:" not in head
        assert "unsafe" not in head


def test_a_page_of_another_origin_cannot_open_a_channel(serving: GuestServer) -> None:
    url = serving.invite().urls[0]
    for origin in ("http://evil.example", "http://127.0.0.1", None):
        with pytest.raises(InvalidStatus) as refused:
            Phone(url, version=b"12345678", origin=origin)
        assert refused.value.response.status_code == 403


@pytest.mark.parametrize("size", [server.MESSAGE_MAX + 1, 1_000_000])
def test_a_message_that_is_too_long_ends_the_channel(serving: GuestServer, size: int) -> None:
    phone = Phone(serving.invite().urls[0])
    phone.knock()
    phone.link.send(bytes(size))
    assert phone.turned_away() in (0, 1009), "cut off, or told that it is too big"


@pytest.mark.parametrize("words", [b"roll", b"{}", b"\xff", b'{"kind":"press","id":5}'])
def test_an_act_that_is_none_ends_the_channel_and_the_phone_may_return(
    serving: GuestServer, visits: Visits, words: bytes
) -> None:
    invited = serving.invite()
    phone = Phone(invited.urls[0]).come()
    visits.wait("came")
    phone.say(words)
    assert phone.turned_away() == 1000
    assert visits.count("acted") == 0
    Phone(invited.urls[0], phone.token).come()
    visits.wait("came", 2)


def test_presses_that_no_thumb_can_make_are_dropped_and_hold_nothing_up(
    serving: GuestServer, visits: Visits
) -> None:
    invited = serving.invite()
    phone = Phone(invited.urls[0]).come()
    visits.wait("came")
    for number in range(200):
        phone.act(kind="press", id=str(number))
    serving.show(invited.guest, screen("now"))
    assert phone.screen()["status"] == "now"
    phone.say(b"?")
    assert phone.hear() == b"!", "all of them have been read"
    assert 20 <= visits.count("acted") < 100


def test_words_in_the_open_end_the_channel(serving: GuestServer) -> None:
    phone = Phone(serving.invite().urls[0])
    phone.link.send("hello")
    assert phone.turned_away() == 1000


def test_a_replayed_message_is_not_acted_upon(serving: GuestServer, visits: Visits) -> None:
    phone = Phone(serving.invite().urls[0]).come()
    roll = phone.sealed(json.dumps({"kind": "press", "id": "roll"}).encode())
    phone.link.send(roll)
    phone.link.send(roll)
    phone.turned_away()
    visits.wait("went")
    assert visits.count("acted") == 1


def test_a_flood_of_pings_is_cut_off(serving: GuestServer, visits: Visits) -> None:
    phone = Phone(serving.invite().urls[0])
    phone.knock()

    def flood() -> None:
        for _ in range(100_000):
            phone.link.ping()

    with pytest.raises(WebSocketException):
        flood()
    assert visits.told == []


def test_half_open_connections_end(visits: Visits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HANDSHAKE_S", 0.3)
    serving = GuestServer(visits, [LOOPBACK])
    serving.start()
    try:
        url = serving.invite().urls[0]
        port = int(url.rpartition(":")[2].partition("/")[0])
        silent = connected(LOOPBACK, port)
        half = connected(LOOPBACK, port, said=[b"GET / HTTP/1.1\r\n"])
        mute = Phone(url)  # a channel on which nothing is said
        unproven = Phone(url)
        unproven.knock()
        assert silent.recv(100) == b""
        assert half.recv(100) == b""
        silent.close()
        half.close()
        mute.turned_away()
        unproven.turned_away()
        assert Phone(url).come()
    finally:
        serving.close()


def test_one_address_gets_so_many_connections(serving: GuestServer) -> None:
    url = serving.invite().urls[0]
    port = int(url.rpartition(":")[2].partition("/")[0])
    lines = [connected(LOOPBACK, port) for _ in range(gate.OPEN_PER_HOST_MAX + 10)]
    closed = 0
    for line in lines[gate.OPEN_PER_HOST_MAX :]:
        closed += line.recv(1) == b""
    assert closed == 10
    for line in lines:
        line.close()
    until(lambda: _page(url).endswith(b"</html>\n"))


def _page(url: str) -> bytes:
    try:
        return answer(url, "GET / HTTP/1.1\nHost: HOST\n\n")
    except OSError:
        return b""


def test_a_storm_of_connections_takes_little_and_a_guest_plays_on(
    serving: GuestServer, visits: Visits
) -> None:
    invited = serving.invite()
    phone = Phone(invited.urls[0]).come()
    visits.wait("came")
    stop = threading.Event()
    knocked = [0]

    def storm() -> None:
        while not stop.is_set():
            try:
                with socket.create_connection((LOOPBACK, phone.port), timeout=5) as line:
                    knocked[0] += 1
                    line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            except OSError:
                pass

    threads = [threading.Thread(target=storm) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        for number in range(20):  # pressed and answered all the while
            phone.act(kind="press", id=str(number))
            visits.wait("acted", number + 1)
            serving.show(invited.guest, screen(str(number)))
            assert phone.screen()["status"] == str(number)
        until(lambda: knocked[0] > 300, moving=lambda: knocked[0])
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    phone.act(kind="press", id="after")
    visits.wait("acted", 21)


# --- where it listens -----------------------------------------------------------------------------


def test_it_listens_between_start_and_close_alone(visits: Visits) -> None:
    made = GuestServer(visits, [LOOPBACK])
    made.start()
    url = made.invite().urls[0]
    port = int(url.rpartition(":")[2].partition("/")[0])
    other = socket.socket()
    with pytest.raises(OSError):  # noqa: PT011 (another address of this computer)
        other.connect(("127.0.0.2", port))
    other.close()
    phone = Phone(url).come()
    visits.wait("came")
    made.close()
    assert phone.turned_away() == 1001
    with pytest.raises(OSError):  # noqa: PT011
        connected(LOOPBACK, port)
    made.show("nobody", screen("late"))
    made.close()


def test_it_needs_one_address_that_is_ours(visits: Visits) -> None:
    with pytest.raises(OSError):  # noqa: PT011
        GuestServer(visits, ["192.0.2.1"]).start()
    with pytest.raises(OSError, match="no address"):
        GuestServer(visits, []).start()
    made = GuestServer(visits, ["192.0.2.1", LOOPBACK, "::1"])
    made.start()
    urls = made.invite().urls
    assert len(urls) == 2
    assert urls[1].startswith("http://[::1]:")
    page = answer(urls[0], "GET / HTTP/1.1\nHost: HOST\n\n")
    assert page.endswith(b"</html>\n")
    made.close()


# --- what is served -------------------------------------------------------------------------------


def test_the_ciphers_are_those_of_npm() -> None:
    here = {
        str(path.relative_to(STATIC / "noble")): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (STATIC / "noble").rglob("*")
        if path.is_file()
    }
    assert here == NOBLE


def test_the_page_is_small_and_speaks_no_markup() -> None:
    lines = {
        name: [line for line in (STATIC / name).read_text().splitlines() if line.strip()]
        for name in ("guest.js", "guest.css")
    }
    assert sum(map(len, lines.values())) <= 400
    script = (STATIC / "guest.js").read_text()
    for word in ("innerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("):
        assert word not in script


def test_an_invitation_is_made_of_public_words(serving: GuestServer) -> None:
    invited = serving.invite()
    assert isinstance(invited, Invitation)
    assert invited.guest == derived(key_in(invited.urls[0]), None, "name of a secret", 16).hex()
