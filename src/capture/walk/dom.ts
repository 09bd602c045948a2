/** A document's tree, as the walk sees it: a browser's DOM or a parsed page. */
export interface Dom<Node> {
  readonly root: Node | null;
  /** Links that were shown for a while only since the document was walked first. */
  readonly passed: readonly Node[];
  /** The document's own address. */
  readonly address: string;
  /** Puts the children on the stack, the first on top; those of a shadow root above them. */
  pushChildren(parent: Node, tag: string, stack: unknown[]): void;
  /** The same for what a template holds. */
  pushContent(template: Node, stack: unknown[]): void;
  isElement(node: unknown): node is Node;
  /** The characters of a text node; undefined for other nodes. */
  textOf(node: unknown): string | undefined;
  /** What stands in a comment; undefined for other nodes. */
  commentOf(node: unknown): string | undefined;
  /** Local name in lower case, `svg:` before it for elements of drawings. */
  tagOf(element: Node): string;
  /** Prefixes included. */
  attributeNames(element: Node): readonly string[];
  attribute(element: Node, name: string): string | null;
  /** The attribute `xlink:href`. */
  xlinkHref(element: Node): string | null;
  /** All characters inside. */
  textContent(element: Node): string;
  /** Those of the element that has an identifier; empty where none has. */
  textOfId(id: string): string;
  /** What an element and the first few in it say of themselves beside text: labels, titles, classes, parts of drawings. */
  iconNames(element: Node): string;
  /** What a node is called in a tag path, as many characters at most; undefined for nodes without a name. */
  pathName(node: Node, most: number): string | undefined;
  /** The parent; a shadow root's host. */
  above(node: Node): Node | null;
  /** Whether a walk before this one has told of a link: a live page is walked again and again. */
  wasTold(method: string, raw: string): boolean;
  /** The absolute address, by the document's base and encoding; undefined where there is none. */
  resolve(raw: string): string | undefined;
}
