/** A receiver of callbacks, which runs in a container. It shows at GET / which orders it heard of, in signed events. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';

const orderIds = [];

createServer(async (req, res) => {
  if (req.method === 'GET') return void res.end(JSON.stringify(orderIds));
  const body = Buffer.concat(await req.toArray());
  const signature = createHmac('sha256', process.env.CLIENT_SECRET).update(body).digest('hex');
  const isSigned = req.headers['x-service-hmac-sha256'] === signature;
  if (isSigned) orderIds.push(JSON.parse(body).order_id);
  res.writeHead(isSigned ? 200 : 400).end();
}).listen(8080);
