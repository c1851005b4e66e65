import { useSelector } from '@xstate/react';
import { type Language, languages } from '../../../contract/news.ts';
import type { Published, PublishedArticle } from '../../../contract/publishing.ts';
import { Button } from '../../components/base/Button.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import type {
  NewsAreaRef,
  NewsChoice,
  NewsDecisionRef,
  NewsReviewsRef,
  WrittenText,
} from '../../machines/console/newsArea.ts';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { DecisionPanel, type ShownChoice } from './DecisionPanel.tsx';
import { DetailsView } from './DetailsView.tsx';
import { NewsEditor } from './NewsEditor.tsx';

interface Props {
  area: NewsAreaRef;
  reviews: NewsReviewsRef;
  decision: NewsDecisionRef;
  details: ResourceRef<PublishedArticle>;
}

/** One article with its texts, and the decisions on them. */
export function NewsReview({ area, reviews, decision, details }: Props) {
  const { t } = useTexts('console');
  const state = useSelector(decision, (snapshot) => snapshot);
  const { subject, choice: last } = state.context;
  return (
    <DetailsView
      resource={details}
      size="h-24"
      failed={t('console:news.articleFailed')}
      className="flex flex-col gap-6"
    >
      {(article) => (
        <>
          {article.slug !== '' && (
            <div className="max-w-2xl">
              <ArticleFacts article={article} />
            </div>
          )}
          <DecisionPanel<Published, NewsChoice>
            decision={decision}
            choices={choicesOf(article)}
            confirmation={(choice, change, errors) =>
              choice.verdict === 'publish'
                ? {
                    title: t(
                      choice.seen === null
                        ? `console:news.write.${choice.text.language}`
                        : `console:news.change.${choice.text.language}`,
                    ),
                    text: t(publishingText(article, choice)),
                    label: t('console:news.publish'),
                    variant: 'primary',
                    fields: (
                      <>
                        <NewerText article={article} choice={choice} onChange={change} />
                        <NewsEditor
                          // Begins anew, with the focus, once it is chosen which text goes on.
                          key={choice.seen}
                          area={area}
                          text={choice.text}
                          isNew={article.slug === ''}
                          errors={errors}
                          onChange={(text) => change({ ...choice, text })}
                        />
                      </>
                    ),
                  }
                : {
                    title: t('console:news.unpublishTitle'),
                    text: t('console:news.unpublishText'),
                    label: t('console:news.unpublish'),
                    variant: 'danger',
                  }
            }
            done={({ verdict }) =>
              t(verdict === 'publish' ? 'console:news.published' : 'console:news.unpublished')
            }
          />
          {state.matches('done') && article.slug !== '' && (
            <div>
              <Button
                variant="secondary"
                onPress={() => reviews.send({ type: 'item.opened', item: subject })}
              >
                {t('console:tickets.more')}
              </Button>
            </div>
          )}
        </>
      )}
    </DetailsView>
  );

  function choicesOf(article: PublishedArticle): ShownChoice<NewsChoice>[] {
    const is_withdrawn = article.withdrawn_at !== null;
    const writing = languages.map((language): ShownChoice<NewsChoice> => {
      const text = article.texts.find((each) => each.language === language);
      const isLast = last?.verdict === 'publish' && last.text.language === language;
      return {
        name: language,
        label: t(text ? `console:news.change.${language}` : `console:news.write.${language}`),
        variant: 'secondary',
        // Text that was refused, or whose sending was undone, is kept, and with it which text it was written over. Whether the article
        // is withdrawn is told as it is shown now.
        choice: isLast
          ? { ...last, shared: last.shared && { ...last.shared, is_withdrawn } }
          : {
              verdict: 'publish',
              seen: text?.updated_at ?? null,
              shared: sharedOf(article),
              text: storedText(article, language),
            },
      };
    });
    if (article.slug === '' || is_withdrawn) return writing;
    return [
      ...writing,
      {
        name: 'unpublish',
        label: t('console:news.unpublish'),
        variant: 'danger',
        choice: { verdict: 'unpublish' },
      },
    ];
  }
}

/** The text of an article in a language as it is published; blank, but for what all languages share, when there is none. */
function storedText(article: PublishedArticle, language: Language): WrittenText {
  const text = article.texts.find((each) => each.language === language);
  return {
    language,
    slug: article.slug,
    category: article.category || 'product',
    image: article.image ?? '',
    title: text?.title ?? '',
    summary: text?.summary ?? '',
    markdown: text?.source ?? '',
  };
}

const sharedOf = ({ slug, category, image, withdrawn_at }: PublishedArticle) =>
  slug === '' ? null : { category, image, is_withdrawn: withdrawn_at !== null };

type Publishing = Extract<NewsChoice, { verdict: 'publish' }>;

/** What publishing does: for readers, and to whom it is told. */
function publishingText({ withdrawn_at }: PublishedArticle, { seen }: Publishing) {
  if (withdrawn_at !== null) return 'console:news.returnText';
  return seen === null ? 'console:news.publishText' : 'console:news.changeText';
}

interface NewerProps {
  article: PublishedArticle;
  choice: Publishing;
  onChange: (choice: Publishing) => void;
}

/**
 * The text that was published since the one that was written over: the operator goes on with it or with their own. Until then the server
 * refuses theirs.
 */
function NewerText({ article, choice, onChange }: NewerProps) {
  const { t, locale } = useTexts('console');
  const { language } = choice.text;
  const newer = article.texts.find((each) => each.language === language);
  if (newer === undefined || newer.updated_at === choice.seen) return null;
  const seen = newer.updated_at;
  return (
    <section
      aria-label={t('console:news.newerTitle')}
      className="flex flex-col gap-4 rounded-card border border-wait p-4"
    >
      <div>
        <p className="font-semibold">{t('console:news.newerTitle')}</p>
        <p>{t('console:news.newerText', { time: instantText(seen, locale) })}</p>
      </div>
      <div
        lang={language}
        dir="auto"
        className="flex max-w-prose flex-col gap-2 whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        <p className="font-semibold">{newer.title}</p>
        <p className="text-muted">{newer.summary}</p>
        {newer.source !== null && <p>{newer.source}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          onPress={() =>
            onChange({ ...choice, seen, shared: sharedOf(article), text: storedText(article, language) })
          }
        >
          {t('console:news.takeNewer')}
        </Button>
        <Button variant="secondary" onPress={() => onChange({ ...choice, seen })}>
          {t('console:news.keepMine')}
        </Button>
      </div>
    </section>
  );
}

function ArticleFacts({ article }: { article: PublishedArticle }) {
  const { t, locale } = useTexts('console');
  const { slug, texts, published_at, withdrawn_at } = article;
  return (
    <Facts>
      <Fact term={t('console:review.status')}>
        <StatusBadge tone={withdrawn_at === null ? 'gain' : 'halt'}>
          {t(withdrawn_at === null ? 'console:news.live' : 'console:news.withdrawn')}
        </StatusBadge>
      </Fact>
      <Fact term={t('console:news.slug')}>
        <span className="font-mono text-sm [overflow-wrap:anywhere]">{slug}</span>
      </Fact>
      <Fact term={t('console:news.publishedAt')}>{instantText(published_at, locale)}</Fact>
      {texts.map(({ language, title, source, updated_at }) => (
        <Fact key={language} term={language.toUpperCase()} isTall>
          <span lang={language} dir="auto" className="[overflow-wrap:anywhere]">
            {title}
          </span>
          <span className="text-muted text-sm">{instantText(updated_at, locale)}</span>
          {source === null && <span className="text-muted text-sm">{t('console:news.noSource')}</span>}
        </Fact>
      ))}
    </Facts>
  );
}
