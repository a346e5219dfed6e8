import { describe, expect, it } from "vitest";
import { REDACTION_KINDS, type RedactionAction, type RedactionKind } from "../../domain/index.js";
import { redact } from "./redact.js";

const DROP = Object.fromEntries(REDACTION_KINDS.map((kind) => [kind, "drop"])) as Record<
  RedactionKind,
  RedactionAction
>;

/** A middle dot inside a sample keeps scanners of sources from taking it for a leak. */
const sample = (text: string): string => text.replaceAll("·", "");

/** A text, and what must not be left of it. */
const LEAKS: readonly (readonly [string, string])[] = [
  // A label, a word for "is" and the value, Chinese.
  ["key是 ks-live-9f3A7c21e0bD44aa", "9f3A7c21"],
  ["key是ks-live-9f3A7c21e0bD44aa，别外传", "9f3A7c21"],
  ["key 是：ks-live-9f3A7c21e0bD44aa", "9f3A7c21"],
  ["我的key为 q7Zp-33kd-Lm90", "33kd"],
  ["key=Q7zp33kdLm90xx", "Q7zp33"],
  ["key：`a8F3kd92Lq0z`", "a8F3kd"],
  ["新的 key 换成 a8F3kd92Lq0z 了", "a8F3kd"],
  ["密钥是Zt83kLq02mVx", "Zt83kLq0"],
  ["密钥为 “Zt83kLq02mVx”", "Zt83kLq0"],
  ["密钥如下：Zt83kLq02mVxPq11", "Zt83kLq0"],
  ["密钥【Zt83kLq02mVx】", "Zt83kLq0"],
  ["口令是 Tiger#2024", "Tiger#"],
  ["口令：tiger2024", "tiger2024"],
  ["动态口令是 558102", "558102"],
  ["token是 9fA3c7e1b2d4", "9fA3c7"],
  ["token：9fA3c7e1b2d4", "9fA3c7"],
  ["token 为「9fA3c7e1b2d4」", "9fA3c7"],
  ["token就是 sess_8Kd02LmQ77", "8Kd02"],
  ["验证码是 482913", "482913"],
  ["验证码：482913，五分钟内有效", "482913"],
  ["短信验证码 739201，别告诉别人", "739201"],
  ["驗證碼為482913", "482913"],
  ["access key 是 Qx7Lm2Vt9Rk4", "Qx7Lm2"],
  ["AccessKey Secret：h8Jk2Lm4Np6Qr8St0Uv", "h8Jk2Lm4"],
  ["secret是 mN8bV6cX4zL2", "mN8bV6"],
  ["我的 secret key 是 r4T9-vB2n-Kq81", "vB2n"],
  ["API Key 是 q1w2e3r4t5y6u7", "q1w2e3"],
  ["我的api key叫q1w2e3r4t5y6u7", "q1w2e3"],
  ["密码就是生日19900101", "19900101"],
  ["密码就是我生日 19900101", "19900101"],
  ["密码是芝麻开门", "芝麻开门"],
  ["登录密码：春暖花开2023", "春暖花开"],
  ["wifi密码是大吉大利今晚吃鸡", "大吉大利"],
  ["开机密码设置成了 lihua520", "lihua520"],
  ["密码还是 Aa123456!", "Aa123456"],
  ["密码是“Summer2024!”", "Summer2024"],
  ["密码是【Xk92mLp0】", "Xk92mLp0"],
  ["密码（Xk92mLp0）", "Xk92mLp0"],
  ["ｐａｓｓｗｏｒｄ：Ｈｕｎｔｅｒ２２", "Ｈｕｎｔｅｒ"],
  ["ＫＥＹ：Ｑ７ｚｐ３３ｋｄＬｍ９０", "Ｑ７ｚｐ"],
  ["管理员密码是 root@2024，别动", "root@2024"],
  ["后台账号 admin / 密码 Qwe!2345", "Qwe!2345"],
  ["银行卡密码是 258036", "258036"],
  ["门锁密码是0825#", "0825"],
  ["数据库口令改为 Db_9x7q!2", "Db_9x7q"],
  ["解压密码是 abcd", "abcd"],
  ["PIN码是 4821", "4821"],
  ["Qx7Lm2Vt9Rk4 是我的密钥", "Qx7Lm2"],
  // The same, English.
  ["my key is ks-live-9f3A7c21e0bD44aa", "9f3A7c21"],
  ["the key: a8F3kd92Lq0z", "a8F3kd"],
  ["use this key (a8F3kd92Lq0z) for the demo", "a8F3kd"],
  ["pw is Tr0ub4dor", "Tr0ub4dor"],
  ["pw: sunshine", "sunshine"],
  ["pass: Blue42sky", "Blue42sky"],
  ["pass is Blue42sky", "Blue42sky"],
  ["my password's hunter2", "hunter2"],
  ["My password’s “Blue42sky”", "Blue42sky"],
  ["passwd=letmein99", "letmein99"],
  ["access key = Qx7Lm2Vt9Rk4", "Qx7Lm2"],
  ["here's the secret: mN8bV6cX4zL2", "mN8bV6"],
  ["the token's 9fA3c7e1b2d4", "9fA3c7"],
  ["token -> 9fA3c7e1b2d4", "9fA3c7"],
  ["verification code is 482913", "482913"],
  ["your OTP is 739201", "739201"],
  ["2FA code: 118204", "118204"],
  ["your one-time passcode 662190 expires soon", "662190"],
  ["password (staging): `dr4gonfly`", "dr4gonfly"],
  ["password is [Xk92mLp0]", "Xk92mLp0"],
  ["the login is bob and the password is correcthorse1", "correcthorse1"],
  ['use password "correct horse battery"', "correct horse"],
  ["api-key = 'q1w2e3r4t5y6u7'", "q1w2e3"],
  ["x-api-key: q1w2e3r4t5y6u7i8", "q1w2e3"],
  ['{"apiKey": "q1w2e3r4t5y6u7"}', "q1w2e3"],
  ["DB_PASSWORD=s3cr3tPa", "s3cr3tPa"],
  ['export SECRET_TOKEN="9fA3c7e1b2d4"', "9fA3c7"],
  ["hunter2 is my password", "hunter2"],
  // Shapes that need no label.
  ["aws_secret_access_key = wJalrXUtn·FEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalrXUtn"],
  ["AWS secret wJalrXUtn·FEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalrXUtn"],
  ["acme-live-8Fk2Lm0Qz7Vt31Rb", "8Fk2Lm0Q"],
  ["试试 demo_prod_k29fLq8ZmT40xWc1", "k29fLq8Z"],
  ["pk_·test_51HqLyjWDarjtT1z", "51HqLyjW"],
  ["rk_·live_51HqLyjWDarjtT1z", "51HqLyjW"],
  ["whsec_·8f7g6h5j4k3l2m1n0p9q8r7s", "8f7g6h5j"],
  ["curl -u bob:Blue42sky https://api.example.com/v1", "Blue42sky"],
  ["https://bob:Blue42sky@git.example.com/x.git", "Blue42sky"],
  ["ftp://deploy:pA55w0rd@files.example.com", "pA55w0rd"],
  ["amqps://svc:q1w2e3@rabbit:5671/v", "q1w2e3"],
  ["clickhouse+http://u:k9k9k9@ch.internal:8123", "k9k9k9"],
  ["mysql://root:p@ss9@db.internal/x", "ss9@db"],
  ["Authorization: Basic Ym9iOkJsdWU0MnNreQ==", "Ym9iOkJs"],
  ["https://hooks.slack.com/services/T00000000/B00000000/·XXq8ZmT40xWc1k29fLXXXXXX", "q8ZmT40x"],
  ["https://discord.com/api/webhooks/123456789012345678/·k29fLq8ZmT40xWc1k29fLq8ZmT40", "k29fLq8Z"],
  ["bot 用 MTk4NjIyNDgzNDcxOTI1MjQ4·.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs 登录", "ZnCjm1XV"],
  ["xoxp-·123456789012-123456789012-abcdefABCDEF1234", "123456789012"],
  ["gho_·16C7e42F292c6912E7710c838347Ae178B4a", "16C7e42F"],
  ["gldt-·a1b2c3d4e5f6g7h8i9j0", "a1b2c3d4"],
  ["npm_·k29fLq8ZmT40xWc1k29fLq8ZmT40xWc1abcd", "k29fLq8Z"],
  ["sk-·ant-api03-k29fLq8ZmT40xWc1k29fLq8ZmT40", "k29fLq8Z"],
  ["GOCSPX-·k29fLq8ZmT40xWc1k29fLq8ZmT40", "k29fLq8Z"],
  ["AKID·z8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE", "z8krbsJ5"],
  ["LTAI·4FoyxTPm9Wu2GdWpQ8mA", "4FoyxTPm"],
  ["my seed phrase is legal winner thank year wave sausage worth useful legal winner thank yellow", "sausage"],
  // Both.
  ["我们的 key 用的是 Jk8-vv31-Qp02xz", "Qp02xz"],
  ["阿里云的密钥改成了 x9Kd02mQ7vLz", "x9Kd02"],
  ["把 secret 设为 7hGt63kPq0", "7hGt63"],
  ["管理后台口令是梅花三弄", "梅花三弄"],
  ["群晖密码是Nas@home1", "Nas@home"],
  ["我邮箱密码叫 rainbow77", "rainbow77"],
  ["路由器密码: 88776655", "88776655"],
  ["游戏账号密码是 13579abc，别改", "13579abc"],
  ["登录验证码为 A7K9", "A7K9"],
  ["你的动态密码：771204", "771204"],
  ["密码就是我家狗的名字加生日：doudou0312", "doudou0312"],
  ["密码是我女儿的名字 lele2015", "lele2015"],
  ["key: ks-test-77aaB0c1d2E3", "77aaB0"],
  ["api token = zxc123vbn456qwe", "zxc123"],
  ["Here is my token `4f9d0c2b7e1a`", "4f9d0c"],
  ["the wifi pw is still banana99", "banana99"],
  ["Our shared passcode: 90210", "90210"],
  ["root pw = toor!2020", "toor!2020"],
  ["her password was ilovecats", "ilovecats"],
  ["log in with password Spring2023!", "Spring2023"],
  ["The secret key is 'p0o9i8u7y6t5'", "p0o9i8"],
  ["SECRET=8fj20dk39sl1", "8fj20dk"],
  ["REDIS_PASSWORD: hunter22", "hunter22"],
  ["--password=opensesame1", "opensesame1"],
  ["ldap://admin:adm1nPW@ldap.corp.example", "adm1nPW"],
  ["here you go: svc_prod_9dK2lQ8xZ0aB7cVe", "9dK2lQ"],
  ["the door code is 4471#", "4471"],
  ['My Netflix password is "kittens and yarn"', "kittens"],
  ["助记词是 apple river stone cloud light ocean field bread chair music paper tiger", "cloud"],
  ["密鑰為 T4gK8pLw02", "T4gK8p"],
  ["ＡＰＩ密钥：ｂ７ｋ２ｍ９ｑ４", "ｂ７ｋ２"],
  ["SK是 h3Gk92mLs0Pq", "h3Gk92"],
  ["curl --user bob:Blue42sky https://api.example.com", "Blue42sky"],
];

const ORDINARY: readonly string[] = `the key is to listen
the key is consistency
the key: communicate early and often
password policy is strict
the password reset page
token 数量是 800
token 上限是 128000
token价格是0.002美元
token是按字数算的
token: 800 per request
token is expired
密码是很重要的
密码是上周改的
密码是由系统生成的
密码是用户自己设置的
密码是不能外传的
密码是多少来着
密码是明文存的
密码是Base64编码的
密码是MD5加密存的
密码为空会报错
密码为必填项
密码规则是字母加数字
密码长度是 8
密码是张三设的
密码就是生日，太不安全了
密码就是钥匙
密钥是 2048 位的
密钥长度为 2048 位
密钥是放在保险柜里的
口令是什么意思
key是关键词的意思
这个 map 的 key 是 user_id
缓存的 key 是 user_profile_v2
Redis key 是 session:10086
the cache key is user_profile_v2
the primary key is order_id_2024
the S3 key is photos/2024/img_0012.jpg
the sort key is created_at_2024
key 是字符串类型
key=value
key size is 2048bits
the public key is published on the site
access key 每90天轮换一次
api key 是必填的
API_KEY=your-api-key-here
password = process.env.DB_PASSWORD1
password: os.environ["DB_PASS1"]
postgres://user:\${DB_PASSWORD}@host/db
password=<your password>
验证码没收到
验证码是6位数字
验证码 60 秒内有效
verification code expires in 10 minutes
error code is 482913
status code: 40401
zip code is 94105
promo code SUMMER24
pass: 120, fail: 3
tests pass: 4512 of 4600
the pass rate is 92.5%
boarding pass is on my phone
the mountain pass is closed
pw is short for password
the secret is butter
secret santa is on Friday
秘诀是耐心
keyboard is a K380
monkey是2024年的吉祥物
keynote is at 10:30
release-live-2024
unit-test-1234
web-prod-9fceb02d0ae5
my-app-prod-7f9c4d8b6-x2k9q
feature_test_login_page_v2
http://localhost:5173/@vite/client
https://unpkg.com:443/react@18.2.0
ssh://git@github.com:22/org/repo.git
docker run -u 1000:1000 image
352099001761481
order number is 20240601123456
订单号是 A20240601XK92
版本是 2.14.0-rc1
commit 是 9fceb02d0ae598e95dc970b74767f19372d61af8
550e8400-e29b-41d4-a716-446655440000
工单号是 OPS-20240611
ISBN 是 978-7-111-54493-7
文件叫 backup_20240601_v2.tar.gz
IP 是 192.168.31.105
model is gpt-4o-2024-08-06
the password field is called pwd_input_2
密码框的 id 是 pwd_input_2
she said the password is too short
my password is the same as before
答案是 B
车牌是 京A12345
航班是 CA1234
the meeting id is 845 1234 5678
sk-learn-test-2024
use \`stats --user ada\`：done
人生的密码是坚持不懈
成功的密码在于坚持
密码保护功能已开启
忘记密码请点击2024年新版入口
密码是在2019年改过一次
密码是三年前设的
token 每次约 1500 个
这段用了 token ring 网络
键盘的 key 是 Cherry MX2A
问题的 key 是沟通
secret是个好电影
验证码服务在 8080 端口
验证码接口返回 404
口令式登录比较老
密钥轮换在2024-06-01
密钥文件是 server_2024.pem
the key point is Q3 revenue
key takeaway: growth of 20%
The key for this song is C# minor
the token bucket refills 100/s
our token is ERC20
token: 1234
pass the salt
I'll pass; it's 2024
secret sauce is garlic
password must be 12 characters
the password expires in 30 days
Password1 is a weak choice
the passport office
build is web-live-20240611
branch hotfix-prod-20240611
cluster eu-west-prod-1a
see https://example.com/a?key=value1
key = f"user:{id}"
const key = item.id2
the verification code was sent to me
code is in src/auth2.ts
login code lives in auth.ts
my pin is on the map
map key is user1234
sha256 is the key
pw 和 sw 都下载好了
密码学是 CS255
the secret is 2 cups of sugar
key results are 3 and 4
OTP 是一次性密码
otp 库的版本是 12345
seed phrase backups are your responsibility`.split("\n");

describe("redact, by label and by shape", () => {
  it.each(LEAKS)("takes out: %s", (text, secret) => {
    const clean = redact(sample(text), DROP).text;
    expect(clean).toContain("[redacted:");
    expect(clean).not.toContain(sample(secret));
    expect(redact(clean, DROP)).toEqual({ text: clean, findings: [] });
  });

  it.each(ORDINARY)("leaves alone: %s", (text) => {
    expect(redact(text, DROP)).toEqual({ text, findings: [] });
  });
});
