/** H90: what a title may hold to take over a terminal, and how it has to look. */
export const hostileTitles: readonly (readonly [name: string, title: string, shown: string])[] = [
  ['clear the screen', 'a\x1b[2Jb', 'a^[[2Jb'],
  ['set the window title (OSC 0)', 'a\x1b]0;owned\x07b', 'a^[]0;owned^Gb'],
  [
    'link (OSC 8)',
    '\x1b]8;;https://evil.example\x1b\\safe\x1b]8;;\x1b\\',
    '^[]8;;https://evil.example^[\\safe^[]8;;^[\\',
  ],
  ['clipboard (OSC 52)', '\x1b]52;c;cm0gLXJm\x07', '^[]52;c;cm0gLXJm^G'],
  ['device control string', '\x1bP$q"p\x1b\\', '^[P$q"p^[\\'],
  ['C1 sequence introducer', 'a\x9b2Jb', 'a<U+009B>2Jb'],
  ['carriage return over the line', 'rm -rf /\rls', 'rm -rf /^Mls'],
  ['backspaces over the word', 'evil\b\b\b\bgood', 'evil^H^H^H^Hgood'],
  ['another line', 'a\nb', 'a^Jb'],
  ['NUL and DEL', 'a\0b\x7f', 'a^@b^?'],
  ['line separators', 'a\u2028b\u2029c', 'a<U+2028>b<U+2029>c'],
  ['direction override (G88)', 'a\u202egnp.exe', 'a<U+202E>gnp.exe'],
  ['zero-width (G88)', 'ba\u200bsh', 'ba<U+200B>sh'],
  ['tag characters (G88)', 'a\u{e0041}\u{e007f}', 'a<U+E0041><U+E007F>'],
  ['half of a surrogate pair', 'a\ud83db\ude00', 'a<U+D83D>b<U+DE00>'],
]
