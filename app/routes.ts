import { index, type RouteConfig, route } from '@react-router/dev/routes';

// The site map, in the order of the specification.
export default [
  index('routes/top.tsx'),
  route('appraisal', 'routes/appraisal.tsx'),
  route('join', 'routes/join.tsx'),
  route('login', 'routes/login.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  route('application-status', 'routes/application-status.tsx'),
  route('mypage/donation-history', 'routes/donation-history.tsx'),
  route('search/social-challenge', 'routes/social-challenges.tsx'),
  route('search/social-challenge/:socialChallengeId/:page?', 'routes/social-challenge.tsx'),
  route('search/:page?', 'routes/search.tsx'),
  route('associate/:associateId', 'routes/associate.tsx', [
    index('routes/associate-apply.tsx'),
    route('activity', 'routes/associate-activities.tsx'),
    route('activity/:activityId', 'routes/associate-activity.tsx'),
    route('thanks', 'routes/associate-thanks.tsx'),
    route('vision', 'routes/associate-vision.tsx'),
  ]),
] satisfies RouteConfig;
