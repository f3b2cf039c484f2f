import type { App } from '#kit/http/app.server.ts';
import { versionRoutes } from '#kit/versions/version-doors.server.ts';
import type { Services } from '#start/services.server.ts';
import { siteKey } from './site-content.server.ts';
import {
  ChallengesContent,
  NoticesContent,
  PicksContent,
  QuestionsContent,
} from './site-content.ts';

const shared = {
  key: siteKey,
  allow: { read: 'content.edit', change: 'content.edit' },
  tags: ['運営'],
} satisfies Partial<Parameters<typeof versionRoutes>[1]>;

/** Content that the operator writes for all visitors, each with its draft, versions and publication. */
export function adminContentRoutes(app: App, { siteContent }: Pick<Services, 'siteContent'>) {
  versionRoutes(app, {
    ...shared,
    path: '/api/office/content/picks',
    label: 'おすすめの団体',
    schema: PicksContent,
    versions: siteContent.picks,
  });
  versionRoutes(app, {
    ...shared,
    path: '/api/office/content/challenges',
    label: '社会課題の並び順と言葉',
    schema: ChallengesContent,
    versions: siteContent.challenges,
  });
  versionRoutes(app, {
    ...shared,
    path: '/api/office/content/notices',
    label: 'お知らせ',
    schema: NoticesContent,
    versions: siteContent.notices,
  });
  versionRoutes(app, {
    ...shared,
    path: '/api/office/content/questions',
    label: 'よくあるご質問',
    schema: QuestionsContent,
    versions: siteContent.questions,
  });
}
