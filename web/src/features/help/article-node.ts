/** An article as it is bundled: text, or an element with what is inside. */
export type ArticleNode =
  | string
  | {
      readonly tag: 'h1' | 'h2' | 'p' | 'ol' | 'ul' | 'li' | 'strong' | 'code' | 'a';
      readonly href?: string;
      readonly children: readonly ArticleNode[];
    };
