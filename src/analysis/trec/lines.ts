/** The lines of a file in one of trec_eval's formats, in fields: blank lines and those that begin with # count for nothing. */
export function* fieldsOf(text: string): Generator<{ readonly line: number; readonly fields: readonly string[] }> {
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const content = written.trim();
    if (content !== '' && !content.startsWith('#')) yield { line: index + 1, fields: content.split(/[ \t]+/) };
  }
}
