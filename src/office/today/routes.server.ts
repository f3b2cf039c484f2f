import { door } from '#kit/http/door.server.ts';
import { MenuCounts } from '#kit/lists/menu-counts.ts';
import { Todos } from './todo.ts';
import { findTodos, menuCounts } from './todos.server.ts';

const tags = ['運営'];

/** The operator's start page and the counts of the menu. */
export const todayDoors = [
  door(
    'GET /api/office/todos',
    { allow: 'admin.enter', out: Todos, tags, summary: '今日すること（役割でできるものだけ）' },
    (ctx, { person }) => findTodos(ctx, person),
  ),
  door(
    'GET /api/office/menu-counts',
    {
      allow: 'admin.enter',
      out: MenuCounts,
      tags,
      summary: 'メニューの件数（画面ごとの未対応と期限切れ。見られる画面のものだけ）',
    },
    (ctx, { person }) => menuCounts(ctx, person),
  ),
] as const;
