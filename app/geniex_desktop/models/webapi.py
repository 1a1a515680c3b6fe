"""Small questions to the programming interfaces of hubs: patient, bounded, suspicious of what answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import httpx2 as httpx

from .answers import Patience, Transient, check_status, connection_trouble
from .artifact import CODE_HUB_SERVER, Cancelled, SourceFailed
from .connections import SafeRedirects

MAX_BYTES = 8 << 20


def never() -> bool:
    """Nobody cancels."""
    return False


def fetch_bytes(
    url: str,
    *,
    token: str | None = None,
    headers: Mapping[str, str] | None = None,
    limit: int = MAX_BYTES,
    patience: Patience | None = None,
    cancelled: Cancelled = never,
) -> bytes:
    """A small answer as it comes; trouble that passes is waited for.

    Raises:
        SourceFailed: refused, gone, a login page, longer than `limit`, or no connection.
        DownloadCancelled: while waiting.
    """
    patience = patience or Patience(tries=3)
    tries = 0
    with httpx.Client(timeout=patience.timeout(), follow_redirects=False) as client:
        while True:
            tries += 1
            answer = _ask(client, url, token, headers or {}, limit)
            if not isinstance(answer, Transient):
                return answer
            if tries >= (patience.tries if answer.answered else patience.tries_unheard):
                raise _gave_up(url, answer) from answer
            patience.wait(answer, tries, cancelled)


def fetch_range(
    url: str,
    first: int,
    last: int,
    *,
    token: str | None = None,
    patience: Patience | None = None,
    cancelled: Cancelled = never,
) -> bytes:
    """Bytes `first` to `last` of a file; raises as `fetch_bytes`, also when the server knows no ranges."""
    content = fetch_bytes(
        url,
        token=token,
        headers={"Range": f"bytes={first}-{last}"},
        limit=last - first + 1,
        patience=patience,
        cancelled=cancelled,
    )
    if len(content) != last - first + 1:
        host = httpx.URL(url).host
        raise SourceFailed(f"{host} sent {len(content)} bytes of a file instead of {last - first + 1}.")
    return content


def length_of(url: str, patience: Patience) -> int:
    """Bytes of a file that can be read in part, from the answer to a question for its first one.

    Raises:
        SourceFailed: refused, gone, no connection, or a server that knows no ranges.
    """
    try:
        with (
            httpx.Client(timeout=patience.timeout(), follow_redirects=False) as client,
            SafeRedirects(client, url).get({"Range": "bytes=0-0"}) as response,
        ):
            check_status(response, (206,))
            total = response.headers.get("content-range", "").rpartition("/")[2]
    except Transient as trouble:
        raise trouble.failure() from trouble
    except httpx.InvalidURL as error:
        raise malformed("The hub") from error
    except httpx.HTTPError as error:
        raise connection_trouble(error, httpx.URL(url).host).failure() from error
    if not total.isdigit():
        raise malformed(httpx.URL(url).host)
    return int(total)


def fetch_json(
    url: str,
    *,
    token: str | None = None,
    headers: Mapping[str, str] | None = None,
    patience: Patience | None = None,
    cancelled: Cancelled = never,
) -> Any:
    """The answer's JSON; raises as `fetch_bytes`, also for what is no JSON."""
    content = fetch_bytes(url, token=token, headers=headers, patience=patience, cancelled=cancelled)
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise malformed(httpx.URL(url).host) from error


def malformed(host: str) -> SourceFailed:
    """An answer that is not what the hub's interface promises."""
    return SourceFailed(
        f"{host} gave an answer that cannot be read.",
        hint="Try again later, or choose another source.",
        code=CODE_HUB_SERVER,
    )


def _ask(
    client: httpx.Client, url: str, token: str | None, headers: Mapping[str, str], limit: int
) -> bytes | Transient:
    try:
        with SafeRedirects(client, url, token).get(headers) as response:
            check_status(response, (206,) if "Range" in headers else (200,))
            content = bytearray()
            for block in response.iter_raw():
                content += block
                if len(content) > limit:
                    raise SourceFailed(
                        f"{response.url.host} answers with more than {limit} bytes.", code=CODE_HUB_SERVER
                    )
            return bytes(content)
    except Transient as trouble:
        return trouble
    except httpx.HTTPError as error:
        return connection_trouble(error, httpx.URL(url).host)


def _gave_up(url: str, trouble: Transient) -> SourceFailed:
    return SourceFailed(
        f"{httpx.URL(url).host} could not be asked.",
        cause=trouble.text,
        hint="Check the network and try again.",
        code=trouble.code,
    )
