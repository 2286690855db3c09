import { type ReactNode, useState } from 'react';
import { Confirm } from 'react-admin';

export interface Question {
  title: string;
  text: string;
  confirm: string;
}

/** Asks before something is done: `ask` resolves with the answer, while the returned dialog is in the page. */
export function useAsk(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const [asked, setAsked] = useState<Question & { answer: (isMeant: boolean) => void }>();
  const ask = (question: Question) =>
    new Promise<boolean>((answer) => {
      setAsked({ ...question, answer });
    });
  const close = (isMeant: boolean) => {
    asked?.answer(isMeant);
    setAsked(undefined);
  };
  const dialog = asked && (
    <Confirm
      isOpen
      title={asked.title}
      content={asked.text}
      confirm={asked.confirm}
      cancel="admin.form.cancel"
      onConfirm={() => close(true)}
      onClose={() => close(false)}
    />
  );
  return { ask, dialog };
}
