"""Tool tips: short lines, and no markup but ours."""

from AnyQt.QtGui import QTextDocument

from orangecontrib.phidelta.plot.tips import tip


def test_tips_have_short_lines():
    text = (
        "A & B: misses 36 of 139 others " + "and more words " * 8 + "bias -0.104\n10 folds: ± 0.1"
    )
    lines = tip(text).splitlines()
    assert max(map(len, lines[1:])) <= 80
    assert "A &amp; B" in lines[0]
    assert any("bias\N{NO-BREAK SPACE}-0.104" in line for line in lines)
    assert lines[-1].startswith("10 folds:")


def test_a_tip_is_read_as_it_was_written():
    text = "<b>x</b><script>alert(1)</script>&amp; ‘y’\nsecond line"
    document = QTextDocument()
    document.setHtml(tip(text))
    assert document.toPlainText() == text


def test_a_word_without_end_is_broken():
    assert max(map(len, tip("x" * 300).splitlines()[1:-1])) <= 80


def test_no_text_is_no_tip():
    assert tip("") == ""
