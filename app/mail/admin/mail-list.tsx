import type { ListLook } from '#app/admin/list-screen.tsx';
import { RowLink, type RowLinks } from '#app/admin/row-link.tsx';
import { CardLine } from '#app/admin/rows.tsx';
import type { ListSource } from '#app/admin/use-list.ts';
import { Chip } from '#app/ui/chip.tsx';
import {
  type AdminMail,
  adminMailsPageSize,
  mailStateLabels,
  mailStates,
} from '#domain/mail/admin-mail.ts';
import { formatDateTime } from '#domain/values/timestamp.ts';
import { kindLabel, mailTones } from './mail-labels.ts';
import { RetryButton } from './retry-button.tsx';

/** With a mail server only dead mails may be listed. */
export const mailSource = (canRead: boolean): ListSource<AdminMail> => ({
  path: '/admin/mails',
  parameters: canRead ? { state: mailStates } : {},
  api: '/api/office/mails',
  toApi: (filters) => (canRead ? filters : { state: 'dead' }),
  ...(canRead && { countsApi: '/api/office/mails/counts' }),
  rowKey: ({ id }) => id,
});

/** Mails, the newest first; each leads to what it says where it may be read. */
export function mailLook(canRead: boolean, onRetried: () => void): ListLook<AdminMail> {
  const subject = ({ id, subject }: AdminMail, links: RowLinks) =>
    canRead ? <RowLink {...links.entry(id)}>{withoutName(subject)}</RowLink> : withoutName(subject);
  const state = (mail: AdminMail) => (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Chip tone={mailTones[mail.state]}>{mailStateLabels[mail.state]}</Chip>
      {mail.state === 'dead' && <RetryButton mail={mail} onRetried={onRetried} />}
    </span>
  );
  return {
    title: 'メール',
    pageSize: adminMailsPageSize,
    csv: '/api/office/mails.csv',
    ...(canRead && {
      views: 'mails',
      chips: {
        parameter: 'state',
        choices: [['', 'すべて'], ...mailStates.map((one) => [one, mailStateLabels[one]] as const)],
      },
    }),
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
    empty: () => (canRead ? undefined : { title: '送信できなかったメールはありません' }),
  };
}

/** Breaks before its @ rather than anywhere. */
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

/** Every subject begins with the name of the site. */
const withoutName = (subject: string) => subject.replace(/^【たすき】/, '');
