import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // The whole site map travels with the first page: no request for parts of it later.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
