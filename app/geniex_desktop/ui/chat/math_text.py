"""TeX as readable text: Greek letters, operators, raised and lowered signs, fractions. No Qt.

No layout of formulas: what cannot be written in a line stays as it was written, so that nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_SIGNS = """
alpha α  beta β  gamma γ  delta δ  epsilon ε  zeta ζ  eta η  theta θ  iota ι  kappa κ  lambda λ
mu μ  nu ν  xi ξ  pi π  rho ρ  sigma σ  tau τ  upsilon υ  phi φ  chi χ  psi ψ  omega ω  Gamma Γ
Delta Δ  Theta Θ  Lambda Λ  Xi Ξ  Pi Π  Sigma Σ  Upsilon Υ  Phi Φ  Psi Ψ  Omega Ω  varepsilon ε
vartheta ϑ  varphi φ  varrho ϱ  varsigma ς  ell ℓ  times ×  cdot ·  div ÷  pm ±  mp ∓  ast ∗  star ⋆
circ ∘  leq ≤  le ≤  geq ≥  ge ≥  neq ≠  ne ≠  approx ≈  equiv ≡  sim ∼  simeq ≃  cong ≅  propto ∝
ll ≪  gg ≫  infty ∞  to →  rightarrow →  leftarrow ←  Rightarrow ⇒  Leftarrow ⇐  leftrightarrow ↔
Leftrightarrow ⇔  iff ⇔  implies ⇒  mapsto ↦  longrightarrow ⟶  uparrow ↑  downarrow ↓  in ∈
notin ∉  ni ∋  subset ⊂  subseteq ⊆  supset ⊃  supseteq ⊇  cup ∪  cap ∩  setminus ∖  emptyset ∅
varnothing ∅  forall ∀  exists ∃  neg ¬  lnot ¬  land ∧  wedge ∧  lor ∨  vee ∨  oplus ⊕  otimes ⊗
sum ∑  prod ∏  int ∫  oint ∮  partial ∂  nabla ∇  angle ∠  perp ⊥  parallel ∥  mid ∣  vert |  Vert ‖
langle ⟨  rangle ⟩  lfloor ⌊  rfloor ⌋  lceil ⌈  rceil ⌉  dots …  ldots …  cdots ⋯  vdots ⋮  prime ′
degree °  hbar ℏ  Re ℜ  Im ℑ  aleph ℵ  therefore ∴  because ∵  top ⊤  bot ⊥  vdash ⊢  models ⊨
euro €
"""
"""Names and signs, in turn."""
_WORDS = """
sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln exp lim limsup
liminf max min sup inf det dim ker deg gcd lcm arg mod bmod Pr
"""
"""Commands that are written out."""


def _pairs(table: str) -> dict[str, str]:
    found = table.split()
    return dict(zip(found[::2], found[1::2], strict=True))


_COMMANDS = {**_pairs(_SIGNS), **{word: word for word in _WORDS.split()}, "quad": "  ", "qquad": "    "}
_DOUBLE = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "𝔸𝔹ℂ𝔻𝔼𝔽𝔾ℍ𝕀𝕁𝕂𝕃𝕄ℕ𝕆ℙℚℝ𝕊𝕋𝕌𝕍𝕎𝕏𝕐ℤ", strict=True))
_RAISED = dict(
    zip("0123456789+-=()niabcdefghjklmoprstuvwxyzT", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀ", strict=True)
)
_LOWERED = dict(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
_PLAIN = ("text", "textbf", "textit", "textrm", "mathrm", "mathbf", "mathit", "mathsf", "operatorname")
_ACCENTS = {"hat": "\u0302", "bar": "\u0304", "vec": "\u20d7", "dot": "\u0307", "tilde": "\u0303"}

_GROUP = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
_FRACTION = re.compile(rf"\\[dt]?frac\s*{_GROUP}\s*{_GROUP}")
_ROOT = re.compile(rf"\\sqrt\s*(?:\[([^\]]*)\])?\s*{_GROUP}")
_NAMED = re.compile(rf"\\(\w+)\*?\s*{_GROUP}")
_SCRIPT = re.compile(rf"([\^_])\s*(?:{_GROUP}|(\\[A-Za-z]+|[^\s{{}}\\]))")
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_SPACES = re.compile(r"\\[,;:! ]|~")
_SIZES = re.compile(r"\\(?:left|right|big|Big|bigg|Bigg|displaystyle|limits)(?![A-Za-z])\.?")
_BARE_GROUP = re.compile(r"(?<!\\)\{([^{}]*)(?<!\\)\}")
_ALIGNED = re.compile(r"(?<!\\)&")
_ESCAPED = re.compile(r"\\([{}%$#&_])")
_SOLID = re.compile(r"[\w.°′]*")
_ROUNDS = 6
"""Depth to which fractions and roots stand inside each other before the rest stays as it is."""
_LONGEST = 1000


def readable(source: str) -> str:
    """A formula in one line (or one line for each of its rows). Source beyond 1,000 characters stays."""
    if len(source) > _LONGEST:
        return source
    text = _SIZES.sub("", source.replace("\\\\", "\n"))
    text = _until_settled(text, lambda inner: _NAMED.sub(_named, inner))
    text = _SCRIPT.sub(_script, _COMMAND.sub(_command, text.replace("\\|", "‖")))
    text = _until_settled(text, lambda inner: _ROOT.sub(_root, _FRACTION.sub(_fraction, inner)))
    text = _SPACES.sub(" ", text)
    if not _COMMAND.search(text):
        text = _BARE_GROUP.sub(r"\1", text)
    lines = _ESCAPED.sub(r"\1", _ALIGNED.sub("", text)).splitlines()
    return "\n".join(" ".join(line.split()) for line in lines if line.strip())


def _until_settled(text: str, change: Callable[[str], str]) -> str:
    for _ in range(_ROUNDS):
        before, text = text, change(text)
        if text == before:
            break
    return text


def _command(match: re.Match[str]) -> str:
    return _COMMANDS.get(match.group(1), match.group())


def _fraction(match: re.Match[str]) -> str:
    return f"{_grouped(match.group(1))}/{_grouped(match.group(2))}"


def _root(match: re.Match[str]) -> str:
    degree = "".join(_RAISED.get(sign, sign) for sign in match.group(1) or "")
    return f"{degree}√{_grouped(match.group(2))}"


def _grouped(inner: str) -> str:
    inner = inner.strip()
    single = len(inner) < 2 or (inner[0] == "\\" and (inner[1:].isalpha() or len(inner) == 2))
    return inner if single or _SOLID.fullmatch(inner) else f"({inner})"


def _named(match: re.Match[str]) -> str:
    name, inner = match.group(1), match.group(2)
    if name in _PLAIN:
        return inner
    if name == "mathbb":
        return "".join(_DOUBLE.get(letter, letter) for letter in inner)
    if name in ("mathcal", "boldsymbol", "boxed", "overline", "underline"):
        return inner
    if name in _ACCENTS and len(inner) == 1:
        return inner + _ACCENTS[name]
    if name in ("begin", "end"):
        return ""
    return match.group()


def _script(match: re.Match[str]) -> str:
    mark = match.group(1)
    inner = (match.group(2) if match.group(2) is not None else match.group(3)).strip()
    table = _RAISED if mark == "^" else _LOWERED
    if inner and all(sign in table for sign in inner):
        return "".join(table[sign] for sign in inner)
    if inner in ("∘", "′"):
        return "°" if inner == "∘" else inner
    return f"{mark}{inner}" if len(inner) < 2 else f"{mark}({inner})"
