/**
 * Changes by people with a role and the actions of their audit rows, by the test file that makes
 * them and is checked against this table (hold-changes.ts). Written out by hand: `|` separates
 * alternatives, `+` rows of one change.
 */
export const auditedChanges: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'server/applications/enter-for-caller.test.ts': {
    'POST /api/office/applications': 'applications.enter',
  },
  'server/applications/steps/steps.test.ts': {
    'POST /api/office/applications/set-right': 'applications.set-right',
  },
  'server/appraisals/drafts.test.ts': {
    'POST /api/office/appraisals/:appraisalId/ask-review': 'appraisals.ask-review',
    'POST /api/office/appraisals/:appraisalId/confirm': 'appraisals.confirm + waiting-results.add',
    'POST /api/office/appraisals/:appraisalId/continue': 'appraisals.continue',
    'POST /api/office/appraisals/:appraisalId/finish-box':
      'appraisals.continue-box | appraisals.finish-box',
    'POST /api/office/appraisals/:appraisalId/items/:itemId': 'appraisals.add | appraisals.change',
    'POST /api/office/appraisals/:appraisalId/items/:itemId/remove': 'appraisals.remove',
    'POST /api/office/appraisals/:appraisalId/send-back': 'appraisals.return',
  },
  'server/associates/admin-associates.test.ts': {
    'POST /api/office/associates': 'associates.create',
    'POST /api/office/associates/:key/agreements': 'agreements.add',
    'POST /api/office/associates/:key/certifications': 'certifications.add',
    'POST /api/office/associates/:key/certifications/:certificationId/withdraw':
      'certifications.withdraw',
    'POST /api/office/associates/:key/page/send-back': 'associate.return',
    'POST /api/office/associates/:key/state': 'associates.move',
    'POST /api/office/listings/:id/associate': 'associates.create + invitations.send',
  },
  'server/associates/import/import.test.ts': {
    'POST /api/office/associates/import': 'associate.draft | associates.import',
  },
  'server/statements/fiscal-years.test.ts': {
    'POST /api/office/associates/:associateId/fiscal-year': 'fiscal-years.change',
    'POST /api/staff/associates/:associateId/fiscal-year': 'fiscal-years.change',
  },
  'server/auth/second-factor/resets.test.ts': {
    'POST /api/office/second-factor-resets': 'second-factor.ask',
    'POST /api/office/second-factor-resets/approve': 'second-factor.approve',
    'POST /api/office/second-factor-resets/decline': 'second-factor.decline',
  },
  'server/bank-accounts/blocked-accounts.test.ts': {
    'POST /api/office/associates/:associateId/bank-account/confirm': 'bank-accounts.confirm',
  },
  'server/bank-accounts/bank-accounts.test.ts': {
    'POST /api/office/associates/:associateId/bank-account': 'approvals.ask',
    'POST /api/office/bank-account': 'approvals.ask',
    'POST /api/office/people/:uid/role': 'approvals.ask',
  },
  'server/bank-answers/bank-answers.test.ts': {
    'POST /api/office/bank-answers':
      'bank-answers.import + remittances.confirm | bank-answers.import + remittances.return',
    'POST /api/office/remittances/:id/unconfirm': 'remittances.unconfirm',
  },
  'server/content/site-content.test.ts': {
    'POST /api/office/campaigns': 'campaign.draft',
  },
  'server/dealer-ledger/dealer-ledger.test.ts': {
    'POST /api/office/dealer-ledger/:number/correct': 'dealer-ledger.correct',
    'POST /api/office/results/batches/:id/release': 'results.release',
    'POST /api/office/settings/dealer-ledger': 'dealer-ledger.change',
  },
  'server/donors/changing.test.ts': {
    'POST /api/office/applications/:appraisalId/correct': 'applications.correct',
    'POST /api/office/donors/:donorId/correct': 'donors.correct',
    'POST /api/office/donors/:donorId/erase': 'donors.erase',
    'POST /api/office/donors/:donorId/export': 'donors.hand-over',
    'POST /api/office/donors/:donorId/lock': 'donors.lock | donors.unlock',
    'POST /api/office/donors/:donorId/notes': 'donors.note',
    'POST /api/office/donors/:donorId/notes/:noteId/withdraw': 'donors.unnote',
  },
  'server/receipts/doubles.test.ts': {
    'POST /api/office/receipts/:number/void': 'receipts.void',
  },
  'server/donors/merging.test.ts': {
    'POST /api/office/donor-merges/:mergeId/undo': 'donors.unmerge',
    'POST /api/office/donors/:donorId/merge': 'donors.merge',
  },
  'server/funds/funds.test.ts': {
    'POST /api/office/fund-payouts/:id/withdraw': 'funds.withdraw',
    'POST /api/office/fund-terms': 'funds.change-terms',
    'POST /api/office/remittance-runs/:runId/unsend': 'remittances.unsend',
  },
  'server/identity-checks/identity-checks.test.ts': {
    'POST /api/office/identity/:appraisalId/approve': 'identity.approve',
    'POST /api/office/identity/:appraisalId/return': 'identity.return',
  },
  'server/identity-checks/seller-review.test.ts': {
    'POST /api/office/applications/:appraisalId': 'applications.edit',
    'POST /api/office/identity-letters/labels': 'identity-letters.print',
    'POST /api/office/identity/:appraisalId/items': 'identity.items',
    'POST /api/office/identity/:appraisalId/letter': 'identity.letter',
  },
  'server/inbox/contact.test.ts': {
    'POST /api/office/threads/:id/answered': 'messages.answered | messages.reopened',
  },
  'server/inbox/listings.test.ts': {
    'POST /api/office/listings/:id': 'listings.move',
  },
  'server/inbox/reply-templates.test.ts': {
    'POST /api/office/reply-templates/:id': 'reply-templates.change',
    'DELETE /api/office/reply-templates/:id': 'reply-templates.remove',
  },
  'server/inbox/threads.test.ts': {
    'POST /api/office/threads/:id/assign': 'messages.assign',
    'POST /api/office/threads/:id/note': 'messages.note',
    'POST /api/office/threads/:id/reply': 'listings.reply | messages.reply',
  },
  'server/intake/exception-shelf.test.ts': {
    'POST /api/office/intake/exceptions': 'box-exceptions.create',
    'POST /api/office/intake/exceptions/:id': 'box-exceptions.change',
  },
  'server/intake/scanning.test.ts': {
    'POST /api/office/intake/scans': 'scans.add',
    'POST /api/office/intake/scans/:id/take-back': 'scans.withdraw',
  },
  'server/journals/journals.test.ts': {
    'POST /api/office/journals/codes/:software': 'journals.change',
  },
  'server/kits/carrier-files.test.ts': {
    'POST /api/office/kits/batches': 'kits.create',
    'POST /api/office/kits/batches/:id/entries/:position/slip': 'kits.correct',
    'POST /api/office/kits/batches/:id/entries/:position/take-out': 'kits.take-out',
    'POST /api/office/kits/sender': 'kit-sender.change',
  },
  'server/kits/kit-batches.test.ts': {
    'POST /api/office/kits/batches/:id/dissolve': 'kits.remove',
    'POST /api/office/kits/batches/:id/mark': 'kits.mark',
    'POST /api/office/kits/batches/:id/take-back': 'kits.take-back',
  },
  'server/mail/mail-templates.test.ts': {
    'POST /api/office/content/mail-templates/:key/preview': 'mail-template.read',
    'POST /api/office/content/mail-templates/:key/test': 'mail-template.send',
  },
  'server/bank-lines/bank-lines.test.ts': {
    'POST /api/office/bank-lines/:answerId/:row/explain': 'bank-lines.explain',
    'POST /api/office/month-close/:month/bank-balance': 'month-close.state-balance',
  },
  'server/mail/mail.test.ts': {
    'POST /api/office/mails/:id/resend': 'mails.resend',
    'POST /api/office/mails/:id/retry': 'mails.retry',
  },
  'server/month-close/month-close.test.ts': {
    'POST /api/office/month-close/:month/ask': 'approvals.ask',
  },
  'server/people/admin-people.test.ts': {
    'POST /api/office/approvals/:id/decide': 'approvals.approve + role.change | approvals.reject',
    'POST /api/office/approvals/:id/withdraw': 'approvals.withdraw',
    'POST /api/office/people/:uid/end-sessions': 'sessions.end',
    'POST /api/office/people/:uid/remove': 'approvals.ask',
  },
  'server/people/associate-people.test.ts': {
    'POST /api/office/associates/:associateId/people/:uid/end-sessions': 'sessions.end',
    'POST /api/office/associates/:associateId/people/:uid/remove': 'staff-people.remove',
    'POST /api/office/associates/:associateId/people/:uid/role': 'staff-people.change',
    'POST /api/staff/associates/:associateId/people': 'invitations.send',
    'POST /api/staff/associates/:associateId/people/:uid/end-sessions': 'sessions.end',
    'POST /api/staff/associates/:associateId/people/:uid/remove': 'staff-people.remove',
    'POST /api/staff/associates/:associateId/people/:uid/role': 'staff-people.change',
    'POST /api/staff/associates/:associateId/people/invitations/:id/resend': 'invitations.resend',
    'POST /api/staff/associates/:associateId/people/invitations/:id/withdraw':
      'invitations.withdraw',
  },
  'server/people/invitations.test.ts': {
    'POST /api/office/associates/:associateId/people': 'invitations.send',
    'POST /api/office/associates/:associateId/people/invitations/:id/resend': 'invitations.resend',
    'POST /api/office/invitations': 'approvals.ask | invitations.send',
    'POST /api/office/invitations/:id/resend': 'invitations.resend',
    'POST /api/office/invitations/:id/withdraw': 'invitations.withdraw',
  },
  'server/pledges/admin-pledges.test.ts': {
    'POST /api/office/pledge-reports/:id': 'pledge-reports.dismissed | pledge-reports.reopened',
    'POST /api/office/pledges/:id/lift': 'pledges.lifted',
    'POST /api/office/pledges/:id/withhold': 'pledges.withheld',
  },
  'server/receipts/certified-day.test.ts': {
    'DELETE /api/office/associates/:key/seal': 'seals.remove',
    'POST /api/office/associates/:key/seal': 'seals.change',
  },
  'server/receipt-runs/receipt-runs.test.ts': {
    'POST /api/office/applications/:appraisalId/receipt': 'receipts.issue',
    'POST /api/office/receipt-runs': 'receipt-runs.begin',
  },
  'server/remittances/remittances.test.ts': {
    'POST /api/office/remittance-runs': 'remittances.prepare',
    'POST /api/office/remittance-runs/:runId/ask': 'approvals.ask',
    'POST /api/office/remittance-runs/:runId/confirm': 'remittances.confirm',
    'POST /api/office/remittance-runs/:runId/files': 'remittances.make-file',
    'POST /api/office/remittance-runs/:runId/sent': 'remittances.send',
    'POST /api/office/remittances/:id/return': 'remittances.return',
  },
  'server/remittances/slips.test.ts': {
    'POST /api/office/associates/:key/merge': 'approvals.ask',
    'POST /api/office/funds/:socialChallengeId/payouts': 'approvals.ask',
    'POST /api/office/remittance-runs/:runId/drop': 'remittances.drop',
  },
  'server/results/corrections/corrections.test.ts': {
    'POST /api/office/results/:appraisalId/correct/undo': 'results.undo-correction',
  },
  'server/results/reversal/reverse-batch.test.ts': {
    'POST /api/office/results/:appraisalId/correct': 'results.correct',
    'POST /api/office/results/batches/:id/reverse': 'results.reverse',
  },
  'server/results/waiting/waiting.test.ts': {
    'POST /api/csv/appraisal-result': 'results.import | results.undo-drop',
    'POST /api/office/results/batches/:id/drop': 'results.drop',
    'POST /api/office/results/batches/:id/restore': 'results.undo-drop',
    'POST /api/office/results/batches/:id/rows': 'waiting-results.add',
    'POST /api/office/results/batches/:id/schedule': 'results.schedule',
    'POST /api/office/results/waiting/:id': 'waiting-results.change',
    'POST /api/office/results/waiting/:id/put-back': 'waiting-results.put-back',
    'POST /api/office/results/waiting/:id/take-out': 'waiting-results.take-out',
  },
  'server/sales/sales.test.ts': {
    'POST /api/office/sales/:id/reverse': 'sales.reverse',
    'POST /api/office/sales/import': 'sales.import',
  },
  'server/setup/setup.test.ts': {
    'POST /api/office/setup/confirm': 'setup.approve',
    'POST /api/office/setup/opening': 'opening.change',
  },
  'server/staff/room.test.ts': {
    'POST /api/office/looks/publish': 'associate.publish',
    'POST /api/staff/associates/:associateId/activities': 'activity.draft',
    'POST /api/staff/associates/:associateId/activities/:id/withdraw':
      'activity.draft + activity.withdraw',
    'POST /api/staff/associates/:associateId/pledges/:id/reply': 'pledges.reply | pledges.unreply',
    'POST /api/staff/pages/:key/publish': 'associate.ask | associate.publish',
  },
  'server/thanks/own-templates.test.ts': {
    'DELETE /api/staff/associates/:associateId/thanks/templates/:id': 'thanks-templates.remove',
    'POST /api/staff/associates/:associateId/thanks': 'thanks.draft',
    'POST /api/staff/associates/:associateId/thanks/templates': 'thanks-templates.create',
    'POST /api/staff/associates/:associateId/thanks/templates/:id': 'thanks-templates.change',
  },
  'server/thanks/thanks.test.ts': {
    'POST /api/office/looks/return': 'thanks.return',
    'POST /api/staff/associates/:associateId/thanks/:id/withdraw': 'thanks.withdraw',
    'POST /api/staff/thanks/:key/publish': 'thanks.ask | thanks.publish',
  },
  'server/tracking/carrier-answers.test.ts': {
    'POST /api/office/tracking/answer': 'tracking.import',
    'POST /api/office/tracking/boxes/:appraisalId/:number': 'tracking.move',
  },
  'server/tracking/pickups.test.ts': {
    'POST /api/office/tracking/pickups/:appraisalId/arrange': 'pickups.move',
    'POST /api/office/tracking/pickups/:appraisalId/take-back': 'pickups.withdraw',
    'POST /api/office/tracking/pickups/file': 'pickups.export',
  },
  'test/every-route/staff-changes.test.ts': {
    'POST /api/office/remittance-runs/:runId/take-out': 'remittances.take-out',
    'POST /api/office/remittance-runs/:runId/transfer-day': 'remittances.change-day',
    'PUT /api/office/money-settings': 'remittances.change-settings',
    'POST /api/office/associates/:associateId/people/invitations/:id/withdraw':
      'invitations.withdraw',
  },
  'test/two-people.test.ts': {
    'POST /api/office/associates/:key/page/discard': 'associate.discard',
    'POST /api/office/associates/:key/page/draft': 'associate.draft',
    'POST /api/office/associates/:key/page/publish': 'associate.publish',
    'POST /api/office/associates/:key/page/restore': 'associate.restore',
    'POST /api/office/campaigns/:key/discard': 'campaign.discard',
    'POST /api/office/campaigns/:key/draft': 'campaign.draft',
    'POST /api/office/campaigns/:key/publish': 'campaign.publish',
    'POST /api/office/campaigns/:key/restore': 'campaign.restore',
    'POST /api/office/content/challenges/discard': 'challenges.discard',
    'POST /api/office/content/challenges/draft': 'challenges.draft',
    'POST /api/office/content/challenges/publish': 'challenges.publish',
    'POST /api/office/content/challenges/restore': 'challenges.restore',
    'POST /api/office/content/mail-templates/:key/discard': 'mail-template.discard',
    'POST /api/office/content/mail-templates/:key/draft': 'mail-template.draft',
    'POST /api/office/content/mail-templates/:key/publish': 'mail-template.publish',
    'POST /api/office/content/mail-templates/:key/restore': 'mail-template.restore',
    'POST /api/office/content/notices/discard': 'notices.discard',
    'POST /api/office/content/notices/draft': 'notices.draft',
    'POST /api/office/content/notices/publish': 'notices.publish',
    'POST /api/office/content/notices/restore': 'notices.restore',
    'POST /api/office/content/picks/discard': 'picks.discard',
    'POST /api/office/content/picks/draft': 'picks.draft',
    'POST /api/office/content/picks/publish': 'picks.publish',
    'POST /api/office/content/picks/restore': 'picks.restore',
    'POST /api/office/content/questions/discard': 'questions.discard',
    'POST /api/office/content/questions/draft': 'questions.draft',
    'POST /api/office/content/questions/publish': 'questions.publish',
    'POST /api/office/content/questions/restore': 'questions.restore',
    'POST /api/office/reply-templates': 'reply-templates.create',
    'POST /api/office/service-facts/discard': 'service-facts.discard',
    'POST /api/office/service-facts/draft': 'service-facts.draft',
    'POST /api/office/service-facts/publish': 'service-facts.publish',
    'POST /api/office/service-facts/restore': 'service-facts.restore',
    'POST /api/office/settings/acceptance/discard': 'acceptance.discard',
    'POST /api/office/settings/acceptance/draft': 'acceptance.draft',
    'POST /api/office/settings/acceptance/publish': 'acceptance.publish',
    'POST /api/office/settings/acceptance/restore': 'acceptance.restore',
    'POST /api/office/settings/bonus-rules/discard': 'bonus-rules.discard',
    'POST /api/office/settings/bonus-rules/draft': 'bonus-rules.draft',
    'POST /api/office/settings/bonus-rules/publish': 'bonus-rules.publish',
    'POST /api/office/settings/bonus-rules/restore': 'bonus-rules.restore',
    'POST /api/office/settings/legal/:key/discard': 'legal-text.discard',
    'POST /api/office/settings/legal/:key/draft': 'legal-text.draft',
    'POST /api/office/settings/legal/:key/publish': 'legal-text.publish',
    'POST /api/office/settings/legal/:key/restore': 'legal-text.restore',
    'POST /api/staff/activities/:key/discard': 'activity.discard',
    'POST /api/staff/activities/:key/draft': 'activity.draft',
    'POST /api/staff/activities/:key/publish': 'activity.ask',
    'POST /api/staff/activities/:key/restore': 'activity.restore',
    'POST /api/staff/pages/:key/discard': 'associate.discard',
    'POST /api/staff/pages/:key/draft': 'associate.draft',
    'POST /api/staff/pages/:key/restore': 'associate.restore',
    'POST /api/staff/thanks/:key/discard': 'thanks.discard',
    'POST /api/staff/thanks/:key/draft': 'thanks.draft',
    'POST /api/staff/thanks/:key/restore': 'thanks.restore',
  },
};

/** Changes without an audit row, by the reason why they need none. */
export const unauditedChanges: Readonly<Record<string, readonly string[]>> = {
  'steps of a box, whose events tell who took them': [
    'POST /api/office/applications/step',
    'POST /api/office/applications/take-back',
  ],
  'a trial, or a file that is only read': [
    'POST /api/csv/appraisal-result/errors',
    'POST /api/office/associates/import/check',
    'POST /api/office/associates/import/read',
    'POST /api/office/receipt-runs/preview',
    'POST /api/office/settings/legal/preview',
    'POST /api/office/setup/preview',
  ],
  'pictures, which show nothing until something names them': [
    'POST /api/upload/image/appraisals',
    'POST /api/upload/image/campaigns',
    'POST /api/upload/image/exceptions',
  ],
  'what one keeps for oneself': ['DELETE /api/office/views/:id', 'POST /api/office/views'],
};
