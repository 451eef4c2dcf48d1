/** Node of a bundled article: text, or an element with children. */
export type ArticleNode = string | ArticleElement;

export interface ArticleElement {
  readonly tag: 'h1' | 'h2' | 'p' | 'ol' | 'ul' | 'li' | 'strong' | 'code' | 'a';
  readonly href?: string;
  /** Id of a section, on its heading; the same in every language. */
  readonly id?: string;
  readonly children: readonly ArticleNode[];
}

export function textOfNode(node: ArticleNode): string {
  return typeof node === 'string' ? node : node.children.map(textOfNode).join('');
}
