import type { MarkdownRenderer } from 'vitepress';

/** What VitePress passes to the renderer, and reads from it afterwards: the links, the title and the frontmatter. */
interface Environment {
  readonly path: string;
  /** Absolute path of the page's source. The search index passes this path as `path`. */
  readonly realPath?: string;
}

const rendered = new Map<
  string,
  { readonly source: string; readonly html: string; readonly env: Environment }
>();

/** Renders each page only once, because VitePress renders each page for its HTML and again for the search index. */
export function renderOnce(md: MarkdownRenderer): void {
  const render = md.render.bind(md);
  md.render = (source: string, env: Environment) => {
    const file = env.realPath ?? env.path;
    const known = rendered.get(file);
    if (known?.source === source) {
      Object.assign(env, { ...known.env, ...env });
      return known.html;
    }
    Object.assign(env, { realPath: file });
    const html = render(source, env);
    rendered.set(file, { source, html, env });
    return html;
  };
}
