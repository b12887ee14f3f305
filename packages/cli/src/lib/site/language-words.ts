/**
 * What pages write in each language. `_` stands for a separator or none, `~` for letters, and `^` and `$` for the start
 * and the end of a word: all else is a regular expression. An empty cell is a gap.
 */
const TABLE = String.raw`
code | frequent | lead | newsletter | unsubscribe | login | password | comment | review | job | application | payment | email | phone | student | parent
any | | | mailchimp mc4wp mc-embed list-manage | opt_out | ^loginform | | ^comment_form wp-comments-post comment_post_id | | | | ^checkout add_to_cart ^cart$ paypal _xclick stripe liqpay yookassa | | ^(?:gsm|hp|viber)$
en | the and of to is you our for with are your that | enrol book_an?_ request_an?_ trial_(?:lesson|class) admission get_in_touch | newsletter news_letter subscri mailing_list stay_(?:updated|in_touch|informed) | unsubscri | ^log_in$ ^sign_in$ ^logon$ | (?:forgot|lost|reset|recover|retrieve)_(?:your_|my_)?(?:pass|pwd) pass(?:word|wd)?_(?:reset|recover|forgot) | (?:post|leave|add|submit)_(?:a_)?(?:comment|reply) | (?:write|leave|add|submit|post)_(?:a_|your_)?(?:review|testimonial) ^your_review | ^job_(?:appl|form) ^join_(?:~_)?team$ apply_for_(?:a_|this_)?(?:job|position) ^cover_letter | ^careers?$ ^vacanc ^recruit ^resume$ | ^payment pay_now | e_mail | ^cell$ | student pupil ^child ^kids? ^son(?:.s)?$ ^daughter | parent guardian ^mother ^father ^mum$ ^mom$ ^dad$
de | und der die das ist mit für nicht ein eine auf wir | anmeld probe(?:stunde|unterricht|training) beratung anfrage | newsletter abonn rundbrief | abbestell abmeld | einloggen | passwort_(?:vergessen|zurücksetzen) | kommentar_(?:abs|schreib|hinterl) | (?:bewertung|rezension)_(?:abgeben|schreiben|verfassen) | stellenangebot lebenslauf | bewerben bewerbung ^karriere | jetzt_bezahlen zahlungspflichtig | e_mail | rufnum | schüler ^kind(?:es|er)?$ ^tochter$ ^sohn(?:es)?$ studierende | eltern erziehungsberechtigt ^mutter ^vater ^vormund
fr | et les des une est pour dans vous nous avec sur votre | inscription cours_d.essai demande_de | newsletter abonn bulletin infolettre | désabonn désinscri | ^se_connecter connexion | mot_de_passe_oublié réinitialiser | (?:laisser|publier)_un_commentaire | (?:laisser|donner|publier|écrire)_(?:un|votre)_(?:avis|témoignage) | rejoindre_l.équipe | candidature recrutement ^postuler lettre_de_motivation | ^payer$ paiement | e_mail courriel | | élève ^eleve ^enfants? étudiant ^fil(?:s|le)$ | parent ^mère$ ^père$ tuteur représentant_légal
es | el los las y una con para por del su más nuestro | inscri matr[ií]cula clase_de_prueba solicit | suscr[ií] boletín | cancelar_(?:la_)?suscri ^darse_de_baja ^dar_de_baja | iniciar_sesión ^acceder$ ^entrar$ | (?:olvid|recuper|restablec)~_(?:tu_|su_|la_)?contraseña | (?:publicar|dejar_un)_comentario | (?:escrib|deja|publica)~_(?:una_|tu_|su_)(?:reseña|opinión|valoración) | trabaj~_con_nosotros ^empleo$ | únete_al_equipo ^vacantes? currículum | ^pagar$ | correo_electr | | alumn[oa] estudiante ^hij[oa]s?$ ^niñ[oa]s?$ ^menor$ | ^padres?$ ^madre progenitor ^tutora? apoderad acudiente
pt | não uma com dos das em você nosso seu são ao pela | matrícula aula_experimental agend | inscreva boletim newsletter | cancelar_(?:a_)?inscri descadastr | ^entrar$ fazer_login iniciar_sessão | recuperar_senha esqueci_~_senha | (?:deixe|publicar)_(?:um_)?comentário | (?:deixe|escreva)_(?:uma_|sua_)avaliação | trabalhe_conosco | ^vagas?$ currículo candidatura | ^pagar$ pagamento | e_mail | telem[oó]vel | alun[oa] estudante ^filh[oa]s?$ ^crianças?$ | respons[aá]vel encarregad ^pais$ ^mãe$ ^pai$
it | il di che è per con una gli della sono nel nostra | iscriviti_al_corso lezione_(?:di_)?prova richied | iscri(?:viti|zione) newsletter | disiscri | ^accedi$ | password_dimenticata recupera_password | (?:lascia|pubblica)_un_commento | (?:lascia|scrivi)_(?:una_|la_tua_)recensione | lavora_con_noi | candidatura ^curriculum | ^paga$ pagamento | e_mail | ^cell$ | alunn[oa] student[ei] studentessa ^figli[oa]$ ^bambin[oai]$ ^minore$ | genitor ^madre$ ^padre$ ^tutore
nl | het een van en voor met op zijn wij onze niet aan | inschrijv proefles aanmeld | nieuwsbrief abonn | afmelden uitschrijven | inloggen | wachtwoord_(?:vergeten|herstellen) | (?:plaats|schrijf)_(?:een_)?reactie | (?:schrijf|plaats)_(?:een_)?(?:beoordeling|recensie) | vacature sollicit | | ^betalen | e_mail | | leerling ^kind(?:eren)?$ student ^zoon$ ^dochter$ | ouder voogd verzorger ^moeder$ ^vader$
pl | i w z na się do dla jest nie oraz od jak | zapisz_się_na lekcj~_próbn umów rezerw | newsletter zapisz_się_do subskry | wypisz | zaloguj logowanie | (?:reset|przypom|odzysk)~_has[łl] | (?:dodaj|opublikuj)_komentarz | (?:dodaj|napisz|wystaw)_(?:opinię|recenzję) | rekrutacja_do_pracy ^życiorys oferty_pracy | ^praca$ aplikuj | ^zapłać płatnoś | e_mail | komór | uczni uczeń uczennic ^dziec ^syna?$ ^córk | rodzic opiekun ^matk[ai]$ ^ojca?$ ^mamy?$ ^tat[ay]$
cs | na se v do že za je pro jsou které nebo jsme naše jako od při ve být | přihláš(?:ka|ku) ukázkov rezerv objedn | odběr odebír | odhlásit | přihlásit_se | zapomenuté_heslo | (?:přidat|napsat)_komentář | (?:napsat|přidat)_(?:recenzi|hodnocení) | životopis | volná_místa ^kariéra | ^zaplatit platb | e_mail | ^mobil | ^žák ^dítě ^dítěte ^děti student ^syna?$ ^dcer | rodič zákonn~_zástup ^matk[ay]$ ^otce?$
sk | na sa v do že za je pre sú ktoré alebo sme naše ako aj od pri vo | prihláš(?:ka|ku) ukážkov rezerv objedn | odber newsletter | odhlásiť | prihlásiť_sa | zabudnuté_heslo | pridať_komentár | (?:pridať|napísať)_(?:recenziu|hodnotenie) | životopis | voľné_miesta ^kariéra | ^zaplatiť platb | e_mail | ^mobil | ^žiak ^dieťa študent ^syna?$ ^dcér | rodič zákonn~_zástup ^matk[ay]$ ^otca?$
ro | și în cu pentru este sunt care din sau mai noastre fi | înscri programare lecție_de_probă | abonează newsletter | dezabon | autentificare | parolă_uitată | (?:lasă|adaugă)_un_comentariu | (?:scrie|lasă)_o_recenzie | angajări | cariere | ^plătește | e_mail | | ^elev copil | părinte părinţi părinți parinte tutore ^mamei$ ^tatălui$
hu | az és egy hogy nem van vagy mint ez lehet minden el | jelentkez próbaóra | hírlevél feliratkoz | leiratkoz | bejelentkezés belépés | elfelejtett_jelszó | hozzászólás | (?:írj|írjon)_véleményt | álláshirdetés önéletrajz | ^karrier | ^fizetés$ | e_mail | | tanuló diák gyermek ^gyerek | szülő gondviselő ^anya ^apa$
tr | ve bir için ile bu olarak olan çok daha her gibi kadar | kayıt_ol deneme_dersi randevu başvuru_formu | bülten abone_ol | abonelikten_çık | giriş_yap | şifremi_unuttum | yorum_(?:yap|yaz|gönder) | (?:değerlendirme|yorumunuzu)_yaz | iş_başvuru özgeçmiş | kariyer | ödeme_yap | e_posta | ^gsm$ | öğrenci ^çocu[kğ] | ^veli ebeveyn ^anne ^baba
sv | och att är på för inte som till av vi ett eller | anmäl boka_ | nyhetsbrev prenumer | avprenumer | logga_in | glömt_lösenord | lämna_en_kommentar | skriv_en_recension | lediga_jobb jobba_hos | | ^betala$ | e_post(?:adress~)?$ | | ^elev(?:en)?s?$ ^barn(?:et)?s?$ | förälder vårdnadshavare målsman
da | og at det er på til af ikke som dig jeg os | tilmeld_(?:dig_)?hold prøvetime | nyhedsbrev abonn | afmeld | log_ind | glemt_adgangskode | skriv_en_kommentar | skriv_en_anmeldelse | ledige_stillinger jobansøgning | | ^betal$ | e_mail e_post$ | | ^elev(?:en)?s?$ ^barn(?:et)?s?$ | forælder værge
no | og at det er på til av ikke som deg jeg oss | påmelding prøvetime | nyhetsbrev abonn | avmeld | logg_inn | glemt_passord | skriv_en_kommentar | skriv_en_anmeldelse | ledige_stillinger jobbsøknad | | ^betal$ | e_post(?:adress~)?$ | | ^elev(?:en)?s?$ ^barn(?:et)?s?$ | forelder foresatt
fi | ja on ei se että joka tai kun myös ovat sekä mutta | ilmoittaud | uutiskirje | peruuta_tilaus | kirjaudu | unohditko_salasanan | jätä_kommentti | kirjoita_arvostelu | avoimet_työpaikat työhakemus | | ^maksa$ | sähköposti | puhelin ^puh$ | oppilaan oppilas ^lapsen ^lapsi | vanhem huoltaja
et | ja on ei see et mis või kui ka oma aga meie | registreeri_kursusele | uudiskir | loobu_tellimus | logi_sisse | unustasid_parooli | lisa_kommentaar | kirjuta_arvustus | vabad_töökohad | | ^maksa$ | e_post | | õpilas ^laps | vanem(?!aks) hooldaja
lv | un ir ar no par kas vai lai mūsu tiek gan kā | pieteik(?:ties|ums)_kurs | jaunumiem | atrakst | ielogoties pieslēgties | aizmirsta_parole | pievienot_komentāru | uzrakstīt_atsauksmi | | vakances | ^maksāt | e_pasts | | skolēn audzēkņ ^bērn | vecāk aizbildn
lt | ir yra su kad iš ar bei tai mūsų nuo kaip per | registr~_į | naujienlaišk prenumer | atsisakyti | prisijung | pamiršote_slaptažodį | palikti_komentarą | parašyti_atsiliepimą | darbo_pasiūlym | | ^mokėti | el[-. ]?paštas | | mokini moksleivi ^vaik | ^tėv globėj mamos
hr | i je u na se za su od da koji ili što kako djeca djece djecu cijena cijene prije gdje vrijeme tko tjedno uvjeti tečaj tečaja tečaju tečajeva tečajevi | prijav[ia]_(?:se_)?(?:na|za) upis | newsletter pretplat | odjav | prijavi_se$ | zaboravljena_lozinka | ostavi_komentar | napiši_recenziju | životopis | slobodna_mjesta | ^plati | e_pošta$ | ^mobitel | učeni ^djete ^djeteta | roditelj skrbnik
bs | i je u na se za su od da koji ili što kako djeca djece djecu cijena cijene prije gdje vrijeme ko šta sedmično uslovi kurs kursa kursu kurseva kursevi
sr | i je u na se za su od da koji ili što kako deca dece decu cena cene pre gde vreme ko šta nedeljno uslovi kurs kursa kursu kurseva kursevi је су од који што да се
sl | in je za na se so ki ter pri ali tudi smo v da od pa lahko | prijava_na vpis | novic[ei] | odjav | ^prijavi_se | pozabljeno_geslo | oddaj_komentar | napiši_mnenje | prosta_delovna | | ^plačaj | e_pošta$ | | učenec učenc učenk ^otrok dijak | ^starš skrbnik
ru | что это для как вы мы или чтобы при наши если вас | запис[аь] заявк пробн | рассылк подпис | отписа | (?:^вход$|войти) | (?:забыли|восстанов~|сброс~)_(?:ваш_|свой_)?парол | (?:оставить|отправить|добавить)_комментари | (?:оставить|оставьте|написать|отправить|добавить|ваш)_отзыв | ваканси резюме соискател | ^в_команду | оплатить | ^[еэи]_м[аеэ]?[йи]л | | учени ученик учащ ребен ребён ^дети ^детей студент ^сына?$ ^дочер | родител ^мам[аы]$ ^пап[аы]$ опекун представител
uk | що та це або від як ми ви й є його цей | запис[аи] заявк пробн | розсилк підпис | відписа | увійти ^вхід$ | відновити_пароль забули_пароль | (?:залишити|додати)_коментар | (?:залишити|написати|додати)_відгук | вакансі резюме | ^до_команди | оплатити | ^[еі]_м[ае]?[йі]л | мобільн | ^учн ^учень дитин ^діт(?:и|ей) студент ^сина?$ ^донь?к | батьк ^мам[аи]$ ^тат[оа]$ опікун
bg | да се за са които също ще при със като във че | запиш заявк | абонир бюлетин | отпиши | ^вход$ | забравена_парола | (?:добави|напиши)_коментар | (?:остави|напиши)_отзив | автобиограф | свободни_позиции кариери | плати$ | имейл | | учени ^дете(?:то)?$ студент | родител настойник
kk | және үшін бұл мен бен бар біз сіз немесе болып туралы арналған | жазыл~_сабаққа өтін | жазыл | | ^кіру$ | құпиясөзді_ұмыт | пікір_қалдыру | пікір_жазу | түйіндеме | ^бос_орын | төлеу | пошта | | оқушы ^бала | ата_ана
uz | va bilan uchun bu ham siz biz har yoki eng lekin kerak | ro.yxatdan_o.t ariza | obuna | | kirish | parolni_unut | izoh_qoldir | sharh_yoz fikr_qoldir | | bo.sh_ish | to.lov | pochta | | o.quvchi ^bola | ota_ona
el | και το να για με είναι που στο από των της μας | εγγραφή_σε αίτηση | ενημερωτικό_δελτίο | διαγραφή_από | σύνδεση | ξέχασα_τον_κωδικό | αφήστε_σχόλιο | γράψτε_κριτική | βιογραφικό θέσεις_εργασίας | | πληρωμή | ηλεκτρον | τηλ[εέ] κινητ | μαθητ ^παιδ | γονέ κηδεμόν
he | של את על עם לא זה גם או כל אנחנו הוא היא | הרשמה_ל שיעור_ניסיון השאירו | ניוזלטר דיוור | הסרה_מרשימ | כניסה התחבר | שכחתי_סיסמ | השאר_תגובה | כתבו_ביקורת כתוב_ביקורת | דרושים קורות_חיים | | לתשלום | מייל דוא | טלפון נייד | תלמיד ^ילד הילד | הורה הורים ההור
ar | في من على إلى هذا التي مع أو عن كل نحن هو | سجل_في احجز | النشرة اشترك | إلغاء_الاشتراك | تسجيل_الدخول | نسيت_كلمة | أضف_تعليق اترك_تعليق | اكتب_تقييم أضف_تقييم | وظائف السيرة_الذاتية توظيف | | ادفع | [اإ][يی]م[يی]ل | موبايل | طالب الطفل ^طفل التلميذ | ولي_(?:ال)?[أا]مر والد
fa | در از که این را است برای با های آن می شما | ثبت_نام_دوره مشاوره | خبرنامه | لغو_عضویت | ورود_به | فراموشی_رمز | ارسال_دیدگاه | ثبت_نظر | استخدام رزومه | | پرداخت | ایمیل | تلفن موبایل | دانش.?آموز ^کودک فرزند هنرجو | والدین ولی_دانش
ja | | 申し?込 体験 問い?合 資料請求 | メルマガ ニュースレター | 配信停止 | ログイン | パスワードを忘れ | コメントを(?:残|送|書) | (?:レビュー|口コミ)を(?:書|投稿) | 採用 求人 履歴書 | 応募フォーム | 支払 決済 | メール | 電話 携帯 | 生徒 お子 子ども 子供 児童 学生 | 保護者 親御
zh | | 报名 報名 预约 試聽 | 订阅 訂閱 | 退订 取消訂閱 | 登录 登入 | 忘记密码 忘記密碼 | (?:发表|發表)(?:评论|評論|留言) | (?:写|撰写|撰寫)(?:评价|評價) | 招聘 应聘 應聘 简历 簡歷 | | 支付 付款 | 邮箱 邮件 信箱 | 電話 电话 手机 手機 | 学生 孩子 學生 儿童 | 家长 家長 监护 監護
ko | | 수강_?신청 상담_?신청 체험 | 구독 뉴스레터 | 구독_?취소 수신_?거부 | 로그인 | 비밀번호_?찾기 | 댓글_?(?:쓰기|작성) | (?:후기|리뷰)_?(?:작성|쓰기) | 채용 입사_?지원 이력서 | | 결제 | 이메일 메일 | 전화 휴대 연락처 | 학생 자녀 아이_(?:이름|전화|이메일) | 학부모 보호자
th | | สมัครเรียน ทดลองเรียน | จดหมายข่าว | ยกเลิกการรับ | เข้าสู่ระบบ | ลืมรหัสผ่าน | แสดงความคิดเห็น | เขียนรีวิว | สมัครงาน ร่วมงานกับเรา | | ชำระเงิน | อีเมล | โทร | นักเรียน บุตร | ผู้ปกครอง
vi | và của các là cho được không với những có bạn trong | đăng_ký_học học_thử tư_vấn | bản_tin | hủy_đăng_ký | đăng_nhập | quên_mật_khẩu | để_lại_bình_luận | viết_đánh_giá | tuyển_dụng | ứng_tuyển | thanh_toán | | điện_thoại ^s[đd]t$ | học_sinh ^con_(?:bạn|em) | phụ_huynh
id | dan yang di untuk dengan ini dari anda kami adalah dalam pada | daftar_kelas kelas_percobaan | berlangganan | berhenti_berlangganan | ^masuk$ | lupa_kata_sandi | (?:kirim|tinggalkan)_komentar | tulis_ulasan | lowongan_kerja | ^karir$ | ^bayar | | telpon ponsel | siswa murid ^anak | orang_tua ^wali$
hi | | प्रवेश_के_लिए | न्यूज़लेटर सदस्यता_लें | सदस्यता_छोड़ | लॉग_इन | पासवर्ड_भूल | टिप्पणी_करें | समीक्षा_लिखें | नौकरी | भर्ती | भुगतान | ईमेल | फ़ोन फोन मोबाइल | छात्र विद्यार्थी बच्चे | अभिभावक माता_पिता
`

const [head = [], ...rows] = TABLE.trim()
  .split('\n')
  .map((row) => row.split(/ \|(?= |$)/).map((cell) => cell.trim()))

/** The languages of the table, each with its most frequent words. */
export const FREQUENT_WORDS = new Map(
  rows.flatMap(([language, stop]) => (stop ? [[language!, new Set(stop.split(' '))]] : [])),
)

export type WordKind = (typeof KINDS)[number]

const KINDS = [
  ...(['lead', 'newsletter', 'unsubscribe', 'login', 'password', 'comment', 'review'] as const),
  ...(['job', 'application', 'payment', 'email', 'phone', 'student', 'parent'] as const),
]

/** Returns a pattern for the words of one kind in all languages. */
export function wordPattern(kind: WordKind): RegExp {
  const column = head.indexOf(kind)
  return new RegExp(
    rows
      .flatMap((row) => row[column]?.split(' ') ?? [])
      .filter((word) => word !== '')
      .map((word) =>
        word
          .replaceAll('_', '[-_ /]?')
          .replaceAll('~', String.raw`\p{L}*`)
          .replace(/^\^/, String.raw`(?<!\p{L})`)
          .replace(/\$$/, String.raw`(?!\p{L})`),
      )
      .join('|'),
    'iu',
  )
}
