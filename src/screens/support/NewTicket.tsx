import { useSelector } from '@xstate/react';
import { ticketCategories, ticketPriorities } from '../../../contract/support.ts';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { Form } from '../../components/fields/Form.tsx';
import { Select } from '../../components/fields/Select.tsx';
import { TextArea } from '../../components/fields/TextArea.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import type { NewTicketRef, NewTicketSnapshot } from '../../machines/support/newTicketMachine.ts';
import type { SupportQuery } from '../../machines/support/supportQuery.ts';
import { FormSummary, useFields } from '../core/formView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { AllTickets } from './AllTickets.tsx';
import { MessageEnd } from './MessageEnd.tsx';
import { StepsField } from './StepsField.tsx';
import { Unsure } from './Unsure.tsx';

interface Props {
  newTicket: NewTicketRef;
  query: SupportQuery;
}

const order = ['subject', 'category', 'priority', 'message'] as const;

/** A new ticket. Its draft stays until it is sent, or the person logs out. */
export function NewTicket({ newTicket, query }: Props) {
  const state = useSelector(newTicket, (snapshot) => snapshot);
  return (
    <div className="flex max-w-flow flex-col gap-6">
      <AllTickets query={query} />
      {state.hasTag('unsure') ? (
        <Unsure
          message={state.context.values.message}
          onRepeat={() => newTicket.send({ type: 'message.repeated' })}
          onChange={() => newTicket.send({ type: 'message.changed' })}
        />
      ) : (
        <NewTicketForm newTicket={newTicket} state={state} />
      )}
    </div>
  );
}

function NewTicketForm({ newTicket, state }: { newTicket: NewTicketRef; state: NewTicketSnapshot }) {
  const { t } = useTexts('support');
  const { context } = state;
  const isBusy = state.hasTag('busy');
  const field = useFields(context, newTicket.send);
  const options = <Value extends string>(values: readonly Value[], label: (value: Value) => string) =>
    values.map((value) => ({ value, label: label(value) }));
  return (
    <>
      <StepTitle>{t('support:new.title')}</StepTitle>
      <FormSummary context={context} order={order} refusal="common:errors.general" />
      <Form onSubmit={() => newTicket.send({ type: 'form.submitted' })}>
        <TextField
          {...field('subject')}
          label={t('support:new.subject')}
          maxLength={150}
          isReadOnly={isBusy}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Select
            {...field('category')}
            label={t('support:new.category')}
            placeholder={t('support:new.choose')}
            options={options(ticketCategories, (category) => t(`support:categories.${category}`))}
            value={ticketCategories.find((each) => each === context.values.category) ?? null}
          />
          <Select
            {...field('priority')}
            label={t('support:new.priority')}
            options={options(ticketPriorities, (priority) => t(`support:priorities.${priority}`))}
            value={ticketPriorities.find((each) => each === context.values.priority) ?? null}
          />
        </div>
        <TextArea
          {...field('message')}
          label={t('support:new.message')}
          description={t('support:new.messageHelp')}
          rows={7}
          isReadOnly={isBusy}
        />
        <MessageEnd form={newTicket} state={state} label={t('support:new.submit')}>
          <StepsField
            steps={context.steps}
            isSelected={context.withSteps}
            isReadOnly={isBusy}
            onChange={(withSteps) => newTicket.send({ type: 'steps.toggled', withSteps })}
          />
        </MessageEnd>
      </Form>
    </>
  );
}
