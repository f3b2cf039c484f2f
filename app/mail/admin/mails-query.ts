import { MailState } from '#domain/mail/admin-mail.ts';

/** What the list of mails shows: a state or all, from the one before `before` on, and the open one. */
export type MailsQuery = {
  state: MailState | undefined;
  before: string | undefined;
  open: string | undefined;
};

export const mailsPerPage = 50;

export function readMailsQuery(search: URLSearchParams): MailsQuery {
  return {
    state: MailState.safeParse(search.get('state')).data,
    before: idIn(search, 'before'),
    open: idIn(search, 'mail'),
  };
}

export function mailsPath({ state, before, open }: MailsQuery): string {
  const search = new URLSearchParams();
  if (state) search.set('state', state);
  if (before) search.set('before', before);
  if (open) search.set('mail', open);
  return search.size > 0 ? `/admin/mails?${search}` : '/admin/mails';
}

/** The question to the API; with a mail server only dead mails may be listed. */
export function mailsQuestion({ state, before }: MailsQuery, canRead: boolean): string {
  const search = new URLSearchParams({ limit: String(mailsPerPage) });
  const asked = canRead ? state : 'dead';
  if (asked) search.set('state', asked);
  if (before) search.set('cursor', before);
  return `/api/office/mails?${search}`;
}

function idIn(search: URLSearchParams, name: string): string | undefined {
  const id = search.get(name) ?? '';
  return /^[1-9]\d{0,15}$/.test(id) ? id : undefined;
}
