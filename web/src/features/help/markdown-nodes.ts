import { marked, type Token, type Tokens } from 'marked';
import type { ArticleElement, ArticleNode } from './article-node.ts';

/**
 * Converts markdown to the few elements of articles; runs when the app is built, so that no browser parses markdown.
 * @throws Error for unsupported markdown, such as raw HTML and pictures.
 */
export function markdownNodes(text: string): ArticleNode[] {
  return marked.lexer(text).flatMap(nodesOf);
}

const inside = (tokens: readonly Token[] | undefined): ArticleNode[] => (tokens ?? []).flatMap(nodesOf);

function nodesOf(token: Token): ArticleNode[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'heading':
      return [heading(token.depth, inside(token.tokens))];
    case 'paragraph':
      return [{ tag: 'p', children: inside(token.tokens) }];
    case 'list':
      return [{ tag: token.ordered ? 'ol' : 'ul', children: listItems(token) }];
    case 'text':
      return token.tokens ? inside(token.tokens) : [token.text];
    case 'strong':
      return [{ tag: 'strong', children: inside(token.tokens) }];
    case 'codespan':
      return [{ tag: 'code', children: [token.text] }];
    case 'link':
      return [{ tag: 'a', href: token.href, children: inside(token.tokens) }];
    default:
      throw new Error(`An article cannot have '${token.type}': ${token.raw.trim()}`);
  }
}

/** Returns a heading; `{#id}` at its end is the id of its section. */
function heading(depth: number, children: readonly ArticleNode[]): ArticleElement {
  const tag = depth === 1 ? 'h1' : 'h2';
  const last = children.at(-1);
  const [, text, id] = (typeof last === 'string' && /^(.*?)\s*\{#([a-z0-9-]+)\}$/.exec(last)) || [];
  return text === undefined || id === undefined
    ? { tag, children }
    : { tag, id, children: [...children.slice(0, -1), text] };
}

function listItems({ items }: Tokens.List | Tokens.Generic): ArticleNode[] {
  // Safe cast: the lexer returns list items in a list, which its generic type does not express.
  return (items as Tokens.ListItem[]).map(({ tokens }) => ({ tag: 'li', children: inside(tokens) }));
}
