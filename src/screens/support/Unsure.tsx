import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { leaveFocusToText } from '../../components/base/takeLostFocus.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  message: string;
  onRepeat: () => void;
  onChange: () => void;
}

/** Shown when it is unknown whether a message arrived. A retry under the same key cannot arrive twice. */
export function Unsure({ message, onRepeat, onChange }: Props) {
  const { t } = useTexts('support');
  return (
    <div ref={leaveFocusToText}>
      <Card className="flex flex-col gap-4 border-wait">
        <StepTitle>{t('support:unsure.title')}</StepTitle>
        <p>{t('support:unsure.text')}</p>
        <blockquote
          dir="auto"
          className="whitespace-pre-wrap border-line border-l-4 pl-4 [overflow-wrap:anywhere]"
        >
          {message}
        </blockquote>
        <div className="flex flex-wrap gap-2">
          <Button onPress={onRepeat}>{t('support:unsure.repeat')}</Button>
          <Button variant="quiet" onPress={onChange}>
            {t('support:unsure.change')}
          </Button>
        </div>
        <p className="text-muted text-sm">{t('support:unsure.changeText')}</p>
      </Card>
    </div>
  );
}
