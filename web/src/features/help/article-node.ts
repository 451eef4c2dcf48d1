/** Node of a bundled article: text, or an element with children. */
export type ArticleNode =
  | string
  | {
      readonly tag: 'h1' | 'h2' | 'p' | 'ol' | 'ul' | 'li' | 'strong' | 'code' | 'a';
      readonly href?: string;
      readonly children: readonly ArticleNode[];
    };
