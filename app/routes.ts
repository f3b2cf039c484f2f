import { index, type RouteConfig, route } from '@react-router/dev/routes';

// The site map, in the order of the specification.
export default [
  index('routes/top.tsx'),
  route('achievements', 'routes/achievements.tsx'),
  route('achievements/category', 'routes/achievements-category.tsx'),
  route('achievements/genre', 'routes/achievements-genre.tsx'),
  route('admin', 'routes/admin-room.tsx', [
    index('routes/admin.tsx'),
    route('applications/:appraisalId', 'routes/admin-application.tsx'),
    route('results', 'routes/admin-results.tsx'),
    route('results/:batchId', 'routes/admin-batch.tsx'),
    route('mails', 'routes/admin-mails.tsx'),
  ]),
  route('appraisal', 'routes/appraisal.tsx'),
  route('join', 'routes/join.tsx'),
  route('login', 'routes/login.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  route('undo-email-change', 'routes/undo-email-change.tsx'),
  route('verify-email', 'routes/verify-email.tsx'),
  route('application-status', 'routes/application-status.tsx'),
  route('my-pledge', 'routes/my-pledges.tsx'),
  route('my-pledge/item/:mypledgeItemId', 'routes/my-pledge-item.tsx'),
  route('my-pledge/:mypledgeId', 'routes/my-pledge.tsx'),
  route('mypage/donation-history', 'routes/donation-history.tsx'),
  route('campaign/:year/:token', 'routes/campaign.tsx'),
  route('search/social-challenge', 'routes/social-challenges.tsx'),
  route('search/social-challenge/:socialChallengeId/:page?', 'routes/social-challenge.tsx'),
  route('search/:page?', 'routes/search.tsx'),
  route('associate/:associateId', 'routes/associate.tsx', [
    index('routes/associate-apply.tsx'),
    route('activity', 'routes/associate-activities.tsx'),
    route('activity/:activityId', 'routes/associate-activity.tsx'),
    route('my-pledge', 'routes/associate-my-pledges.tsx'),
    route('thanks', 'routes/associate-thanks.tsx'),
    route('vision', 'routes/associate-vision.tsx'),
  ]),
] satisfies RouteConfig;
