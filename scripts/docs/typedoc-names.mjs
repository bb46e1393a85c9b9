/**
 * A TypeDoc plugin that names modules by their import paths and corrects links within a page, so they lead to existing
 * headings.
 */
import { Converter, PageEvent } from 'typedoc';

/** @param {string} name path of an entry point: `sdk/src/protocol` */
function importName(name) {
  const [, folder, entry] = /^([\w-]+)\/src(?:\/(.+))?$/.exec(name) ?? [];
  if (folder === undefined) return name;
  return entry === undefined ? `@inrgate/${folder}` : `@inrgate/${folder}/${entry}`;
}

/** @param {string} markdown Markdown with headings, for the anchors that the site creates */
function anchorsOf(markdown) {
  const seen = new Map();
  return new Set(
    [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
      const name = heading
        .toLowerCase()
        .replaceAll(/[^\w]+/g, '-')
        .replaceAll(/^-|-$/g, '');
      const times = seen.get(name) ?? 0;
      seen.set(name, times + 1);
      return times === 0 ? name : `${name}-${times}`;
    }),
  );
}

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) module.name = importName(module.name);
  });
  app.renderer.on(PageEvent.END, (page) => {
    const markdown = page.contents ?? '';
    const anchors = anchorsOf(markdown);
    page.contents = markdown.replaceAll(/\]\(#([\w-]+?)(-\d+)\)/g, (link, name, number) =>
      anchors.has(`${name}${number}`) || !anchors.has(name) ? link : `](#${name})`,
    );
  });
}
