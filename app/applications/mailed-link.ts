import { parseAppraisalId } from '#domain/applications/appraisal-number.ts';

/** What a mailed link to an application carries in its fragment, which no server ever sees. */
export type MailedLink = { appraisalId: string; token: string };

/** Reads #appraisalId=…&token=…; undefined when either is missing or cannot be right. */
export function readMailedLink(hash: string): MailedLink | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const appraisalId = parseAppraisalId(fields.get('appraisalId') ?? '');
  const token = fields.get('token') ?? '';
  return appraisalId && token && token.length <= 100 ? { appraisalId, token } : undefined;
}
