import { parseAppraisalId } from './appraisal-number.ts';

/** The content of a mailed link's fragment, which is never sent to a server. */
export type MailedLink = { appraisalId: string; token: string };

/** Reads #appraisalId=…&token=…; undefined when either is missing or invalid. */
export function parseMailedLink(hash: string): MailedLink | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const appraisalId = parseAppraisalId(fields.get('appraisalId') ?? '');
  const token = fields.get('token') ?? '';
  return appraisalId && token && token.length <= 100 ? { appraisalId, token } : undefined;
}
