/** `node cgi-server.ts PORT PROGRAM` starts the CGI program for every request and returns its output. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const [, , port, program = ''] = process.argv;

createServer(async (request, response) => {
  const { method = '', headers } = request;
  // A client can end its connection before it has sent the whole request.
  const body = await buffer(request).catch(() => undefined);
  if (body === undefined) return;
  const child = spawn('sh', [program], {
    env: {
      ...process.env,
      REQUEST_METHOD: method,
      CONTENT_TYPE: headers['content-type'] ?? '',
      CONTENT_LENGTH: String(body.length),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => {}).end(body);
  const printed = (await buffer(child.stdout)).toString();
  const [, status = '500', text = ''] = /^Status: (\d+)\r\n.*?\r\n\r\n(.*)$/s.exec(printed) ?? [];
  response.writeHead(Number(status), { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}).listen(Number(port), '127.0.0.1', () => console.log('waiting for callbacks'));
