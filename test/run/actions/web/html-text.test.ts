import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlText } from '../../../../src/run/actions/web/html-text.ts'

describe('the text of a page', () => {
  it.each([
    ['<p>one</p><p>two</p>', 'one\ntwo'],
    ['a <b>bold</b>  word', 'a bold word'],
    ['one<br>two<BR/>three', 'one\ntwo\nthree'],
    ['<ul><li>one<li>two</ul>', '- one\n- two'],
    ['<script>alert("<p>no</p>")</script>yes', 'yes'],
    ['<SCRIPT type=x>no</script >yes', 'yes'],
    ['<style>p{}</style><!-- <p>no</p> -->yes', 'yes'],
    ['<script>never ends', ''],
    ['<!-- never ends', ''],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['a &lt;b&gt; &#65;&#x42; &nbsp; &unknown; &amp;amp;', 'a <b> AB &unknown; &amp;'],
    ['&#0; &#xD800; &#1114112;', '\ufffd \ufffd \ufffd'],
    ['<tr><td>a</td><td>b</td></tr>', 'a b'],
    ['<pre>if x:\n    y\n</pre>after', 'if x:\n    y\nafter'],
    ['<p>a\n  b\n</p>', 'a b'],
    ['', ''],
    ['plain', 'plain'],
  ])('%s', (html, expected) => {
    expect(htmlText(html)).toBe(expected)
  })

  it('never fails, whatever the page holds', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '</',
      '<p>',
      '<script',
      '</script>',
      '<!--',
      '-->',
      '&',
      '#',
      ';',
      'a',
      ' ',
      '\n',
      '<pre>',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(typeof htmlText(pieces.join(''))).toBe('string')
      }),
    )
  })

  // Each would take minutes if any part of it looked at the rest of the page again and again.
  it.each([
    '<',
    '<a',
    '<b>a',
    '<script',
    '<script>',
    '<!--',
    '</',
    '&',
    '&#',
    '<pre>\n',
    ' ',
    'a ',
    '<li>',
    '</script ',
  ])('P7 a megabyte of %j', (piece) => {
    expect(htmlText(piece.repeat(1_000_000 / piece.length)).length).toBeLessThanOrEqual(4_000_000)
  })
})
