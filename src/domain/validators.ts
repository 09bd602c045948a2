/** What a server says of a document, to ask whether it still is so (RFC 9110, §8.8); empty where it says nothing. */
export interface Validators {
  readonly etag: string;
  readonly lastModified: string;
}

/** Whether two answers are of the same document, as their server has it: entity tags before dates, weak ones too. */
export function areSame(one: Validators, other: Validators): boolean {
  const tag = ({ etag }: Validators) => etag.replace(/^W\//, '');
  if (one.etag !== '' || other.etag !== '') return tag(one) === tag(other);
  return one.lastModified !== '' && one.lastModified === other.lastModified;
}
