import type { ListDisplay } from '#kit/lists/list-screen.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import type { ListConfig } from '#kit/lists/use-list.ts';
import { Chip } from '#kit/ui/chip.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import {
  type AdminMail,
  adminMailsPageSize,
  mailStateLabels,
  mailStates,
} from '#people/mail/admin-mail.ts';
import { mailFailureWords } from '#people/mail/mail-failure.ts';
import { kindLabel, mailTones } from './mail-labels.ts';
import { RetryButton } from './retry-button.tsx';

export const mailSource: ListConfig<AdminMail> = {
  path: '/admin/mails',
  parameters: { state: mailStates },
  api: '/api/office/mails',
  countsApi: '/api/office/mails/counts',
  rowKey: ({ id }) => id,
};

const needsAttention = ({ state }: AdminMail) => state === 'dead' || state === 'held';

/** The columns of the list of mails, newest first; each links to its body. */
export function mailLook(onRetried: () => void): ListDisplay<AdminMail> {
  const subject = ({ id, subject }: AdminMail, links: RowLinks) => (
    <RowLink {...links.entry(id)}>{withoutName(subject)}</RowLink>
  );
  const state = (mail: AdminMail) => (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Chip tone={mailTones[mail.state]}>{mailStateLabels[mail.state]}</Chip>
      {needsAttention(mail) && <RetryButton mail={mail} onRetried={onRetried} />}
      {mail.lastError && (
        <span className="block w-full text-sm text-error">{mailFailureWords(mail.lastError)}</span>
      )}
    </span>
  );
  return {
    title: 'メール',
    pageSize: adminMailsPageSize,
    csv: '/api/office/mails.csv',
    views: 'mails',
    search: '宛先のアドレスか申込番号で探す',
    chips: {
      parameter: 'state',
      choices: [['', 'すべて'], ...mailStates.map((one) => [one, mailStateLabels[one]] as const)],
    },
    columns: (links) => [
      {
        label: '日時',
        cell: ({ createdAt }) => (
          <span className="whitespace-nowrap tabular-nums">{formatDateTime(createdAt)}</span>
        ),
      },
      {
        label: '種類',
        cell: ({ kind }) => <span className="whitespace-nowrap">{kindLabel(kind)}</span>,
      },
      { label: '宛先', cell: ({ to }) => <Address>{to}</Address> },
      { label: '件名', isRowHeader: true, cell: (mail) => subject(mail, links) },
      { label: '状態', cell: state },
    ],
    card: (mail, links) => (
      <>
        {subject(mail, links)}
        <p className="text-sm break-all">{mail.to}</p>
        <CardLine>
          <span className="text-sm text-ink-2 tabular-nums">{formatDateTime(mail.createdAt)}</span>
          {state(mail)}
        </CardLine>
      </>
    ),
  };
}

/** Breaks the line before the @ rather than anywhere. */
function Address({ children: address }: { children: string }) {
  const at = address.lastIndexOf('@');
  return (
    <span className="wrap-break-word">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}

/** Drops the site's name, with which every subject starts. */
export const withoutName = (subject: string) => subject.replace(/^【たすき】/, '');
