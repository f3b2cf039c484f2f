import { door } from '#kit/http/door.server.ts';
import { Received } from '#kit/values/reference-number.ts';
import { AuditQuestion } from './audit-question.ts';
import { askAsAuditor } from './audit-questions.server.ts';

/** The one thing that an auditor may do besides reading. */
export const auditQuestionDoors = [
  door(
    'POST /api/office/audit-questions',
    {
      allow: 'audit.question',
      body: AuditQuestion,
      out: Received,
      status: 201,
      tags: ['監査'],
      summary: '仕訳・送金・受領証明書について、運営に質問する（お問い合わせに届く）',
    },
    (ctx, { person, body, request }) =>
      askAsAuditor(ctx, person, body, { address: request.address, key: undefined }),
  ),
] as const;
