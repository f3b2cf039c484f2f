import type { Socket } from 'node:net';
import { protectiveHeaders } from './security-headers.ts';

const bodies: Record<string, { status: string; type: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    type: 'ValidationError',
    message: 'URLが長すぎます。検索の言葉を短くしてお試しください。',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    type: 'ValidationError',
    message: '通信に時間がかかりすぎました。もう一度お試しください。',
  },
};
const badRequest = {
  status: '400 Bad Request',
  type: 'ValidationError',
  message: '送られた内容を読み取れませんでした。もう一度お試しください。',
};

/**
 * After a response that did not wait for the whole request, what still arrives is read and discarded
 * for this long: closing at once would reset the connection, and a browser would show that instead.
 */
export const lingerMs = 3_000;
const answered = new WeakSet<Socket>();

export type AnswerClientError = (error: Error & { code?: string }, socket: Socket) => void;

/** Responds with the same error body and headers where Node refuses a request before a route is known. */
export function clientErrors(publicUrl: string): AnswerClientError {
  const headers = { ...protectiveHeaders(publicUrl), 'cache-control': 'no-store' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return (error, socket) => {
    // Each further part of a request that is too large comes here again.
    if (answered.has(socket)) return;
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    answered.add(socket);
    setTimeout(() => socket.destroy(), lingerMs).unref();
    const { status, type, message } = bodies[error.code ?? ''] ?? badRequest;
    const body = JSON.stringify({ type, message });
    socket.end(
      `HTTP/1.1 ${status}\r\n${lines.join('')}content-type: application/json; charset=utf-8\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  };
}
