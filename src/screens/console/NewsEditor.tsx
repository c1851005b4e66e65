import { useSelector } from '@xstate/react';
import type { Language } from '../../../contract/news.ts';
import type { NewsPreview } from '../../../contract/publishing.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import { Button } from '../../components/base/Button.tsx';
import { Select } from '../../components/fields/Select.tsx';
import { TextArea } from '../../components/fields/TextArea.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { type NewsAreaRef, sourceOf, textErrors, type WrittenText } from '../../machines/console/newsArea.ts';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import { ruleText } from '../core/ruleText.ts';
import { useTexts } from '../core/useTexts.ts';
import { ArticleBody } from '../news/ArticleBody.tsx';
import { categories, categoryKey } from '../news/categoryKey.ts';
import { DetailsView } from './DetailsView.tsx';

const fieldWords = {
  title: 'console:news.headline',
  summary: 'console:news.summary',
  slug: 'console:news.slug',
  category: 'console:news.category',
  image: 'console:news.image',
} as const;

interface Props {
  area: NewsAreaRef;
  text: WrittenText;
  /** Whether the article is new; the name in the address of an existing one cannot be changed. */
  isNew: boolean;
  errors: FieldErrors;
  onChange: (text: WrittenText) => void;
}

/** A text in one language, and its preview. */
export function NewsEditor({ area, text, isNew, errors, onChange }: Props) {
  const { t } = useTexts('console', 'news');
  const preview = useSelector(area, (snapshot) => snapshot.children.preview);
  const source = sourceOf(text);
  const isComplete = Object.keys(textErrors(text)).length === 0;
  const field = (name: 'title' | 'summary' | 'slug' | 'category' | 'image') => ({
    label: t(fieldWords[name]),
    value: text[name],
    onChange: (value: string) => onChange({ ...text, [name]: value }),
    error: errors[name] && t(ruleText(name, errors[name])),
  });
  const { value: category, ...choosing } = field('category');
  const shown = [...new Set([...Object.keys(categories), category])].filter((name) => name !== '');
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('title')} lang={text.language} dir="auto" autoFocus />
        <Select
          {...choosing}
          placeholder={t('console:news.category')}
          options={shown.map((value) => ({
            value,
            label: Object.hasOwn(categories, value) ? t(categoryKey(value)) : value,
          }))}
          value={category === '' ? null : category}
        />
        {isNew && (
          <TextField
            {...field('slug')}
            description={t('console:news.slugHint')}
            autoComplete="off"
            spellCheck="false"
          />
        )}
        <TextField
          {...field('image')}
          description={t('console:news.imageHint')}
          autoComplete="off"
          spellCheck="false"
        />
      </div>
      <TextArea {...field('summary')} rows={2} lang={text.language} />
      <TextArea
        label={t('console:news.body')}
        description={t('console:news.textHint')}
        rows={14}
        lang={text.language}
        value={text.markdown}
        onChange={(markdown) => onChange({ ...text, markdown })}
        error={errors.source && t(ruleText('source', errors.source))}
      />
      <div>
        <Button
          variant="secondary"
          reason={isComplete ? undefined : t('console:news.incomplete')}
          onPress={() => area.send({ type: 'preview.requested', source })}
        >
          {t('console:news.preview')}
        </Button>
      </div>
      {preview && <PreviewPane preview={preview} source={source} language={text.language} />}
    </>
  );
}

interface PaneProps {
  preview: ResourceRef<NewsPreview>;
  /** The current text. */
  source: string;
  language: Language;
}

function PreviewPane({ preview, source, language }: PaneProps) {
  const { t } = useTexts('console');
  const key = useSelector(preview, ({ context }) => context.key);
  if (key === null) return null;
  return (
    <section
      aria-label={t('console:news.previewTitle')}
      className="flex flex-col gap-4 rounded-card border border-line bg-paper p-4 sm:p-6"
    >
      {key !== source && <p className="text-muted text-sm">{t('console:news.previewOld')}</p>}
      <DetailsView resource={preview} size="h-24" failed={t('console:news.previewFailed')}>
        {(article) => (
          <div lang={language}>
            <Preview article={article} />
          </div>
        )}
      </DetailsView>
    </section>
  );
}

function Preview({ article: { title, summary, category, body } }: { article: NewsPreview }) {
  const { t } = useTexts('console', 'news');
  return (
    <article dir="auto" className="flex flex-col gap-4">
      <p className="text-muted text-sm">{t(categoryKey(category))}</p>
      <h2 className="font-semibold text-2xl [overflow-wrap:anywhere]">{title}</h2>
      <p className="max-w-prose text-lg text-muted [overflow-wrap:anywhere]">{summary}</p>
      <ArticleBody blocks={body} />
    </article>
  );
}
