import { languages } from '../../contract/news.ts';
import {
  type Published,
  publishedNewsCall,
  publishNewsCall,
  unpublishNewsCall,
} from '../../contract/publishing.ts';
import { oneOf, text } from './arguments.ts';
import { command, type Noun, printAll, Sentence } from './command.ts';

export const news: Noun = {
  refusals: {
    NOT_FOUND: 'There is no article with this slug.',
    VALIDATION_FAILED: 'The article cannot be published: look at its front matter and text',
  },
  commands: {
    'news list': command('shows every article, the newest first', {}, async (_, tools) =>
      printAll(tools, (await tools.askAll(publishedNewsCall)).map(lineOf), 'Nothing was published.'),
    ),
    'news publish': command(
      'publishes an article from Markdown with front matter, in one language',
      { 'FILE.md': text('FILE.md'), lang: oneOf('LANGUAGE', languages) },
      async ({ 'FILE.md': file, lang: language }, { ask, read, print }) => {
        const source = await read(file).catch(() => {
          throw new Sentence(`${file} cannot be read.`);
        });
        print(lineOf(await ask(publishNewsCall, { language, source })));
      },
    ),
    'news unpublish': command(
      'takes an article back, in every language',
      { SLUG: text('SLUG') },
      async ({ SLUG: slug }, { ask, print }) => print(lineOf(await ask(unpublishNewsCall, { slug }))),
    ),
  },
};

function lineOf({ slug, published_at, languages: written, title, withdrawn_at }: Published): string {
  return `${slug}  ${published_at}  ${written.join(', ')}  ${title}${withdrawn_at ? '  (unpublished)' : ''}`;
}
