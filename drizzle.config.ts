import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/**/*-tables.server.ts', './src/kit/db/columns.server.ts'],
  out: './src/kit/db/migrations',
});
