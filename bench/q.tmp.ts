import { openDatabase, makeCall, anonymous } from '@colophon/core';
import { Contents } from '@colophon/content';
const db = await openDatabase('sqlite:/tmp/big/big.sqlite');
const anon = new Contents(db, makeCall({ caller: { kind:'anonymous', id:null,name:null,tenantId:null,role:null } as never }));
const admin = new Contents(db, makeCall({ caller: { kind:'token', id:'t',name:'T',tenantId:null,role:'admin' } as never }));
const only = process.argv[2];
const qs: [string, any][] = [
 ['first page', {}],
 ['count none', {count:'none'}],
 ['tag common', {where:{tags:'common'}}],
 ['tag frequent', {where:{tags:'frequent'}}],
 ['tag rare', {where:{tags:'rare'}}],
 ['tag absent', {where:{tags:'absent'}}],
 ['metadata.desk', {where:{'metadata.desk':'desk 7'}}],
 ['title like', {where:{title:{like:'%Piece 1999%'}}}],
 ['orderBy title', {orderBy:'title'}],
 ['-publish_date', {orderBy:'-publish_date'}],
 ['publish_date range', {where:{publish_date:{gte:'2020-05-01T00:00:00Z'}}}],
 ['category', {where:{category:'sport'}}],
 ['search many', {search:'council'}],
 ['search phrase', {search:'"open source"'}],
 ['search prefix', {search:'c*'}],
 ['search few', {search:'"piece 1999"'}],
 ['search+order', {search:'council', orderBy:'-created_at'}],
 ['description like', {where:{description:{like:'%nothing%'}}}],
];
for (const [who, c] of [['anon', anon], ['admin', admin]] as const) for (const [name, q] of qs) {
  if (only && !name.includes(only)) continue;
  const times=[]; let page: any;
  for (let i=0;i<3;i++) { const t=performance.now(); page = await c.rows({limit:20, fields:['title'], ...q}); times.push(performance.now()-t); await db.run({sql:'update contents set state=state where id=?', parameters:['x']}); }
  const t=performance.now(); if (q.count!=='none') await c.rows({limit:20, fields:['title'], ...q, count:'none'}); const nc=performance.now()-t;
  console.log(who.padEnd(6), name.padEnd(20), times.map(x=>x.toFixed(1)).join(' '), 'no count', nc.toFixed(1), 'n', page.items.length, page.count);
}
await db.close();
