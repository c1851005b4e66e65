import { useSelector } from '@xstate/react';
import { languages } from '../../../contract/news.ts';
import type { Published, PublishedArticle } from '../../../contract/publishing.ts';
import { Button } from '../../components/base/Button.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import type {
  NewsAreaRef,
  NewsChoice,
  NewsDecisionRef,
  NewsReviewsRef,
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
                    text: t(choice.seen === null ? 'console:news.publishText' : 'console:news.changeText'),
                    label: t('console:news.publish'),
                    variant: 'primary',
                    fields: (
                      <NewsEditor
                        area={area}
                        text={choice.text}
                        isNew={article.slug === ''}
                        errors={errors}
                        onChange={(text) => change({ ...choice, text })}
                      />
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
    const writing = languages.map((language): ShownChoice<NewsChoice> => {
      const text = article.texts.find((each) => each.language === language);
      const isLast = last?.verdict === 'publish' && last.text.language === language;
      return {
        name: language,
        label: t(text ? `console:news.change.${language}` : `console:news.write.${language}`),
        variant: 'secondary',
        choice: {
          verdict: 'publish',
          seen: text?.updated_at ?? null,
          // Text that was refused, or whose sending was undone, is kept.
          text: isLast
            ? last.text
            : {
                language,
                slug: article.slug,
                category: article.category || 'product',
                image: article.image ?? '',
                title: text?.title ?? '',
                summary: text?.summary ?? '',
                markdown: text?.source ?? '',
              },
        },
      };
    });
    if (article.slug === '' || article.withdrawn_at !== null) return writing;
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
