/**
 * Headings and buttons of forms, written by a reader of each language before the words of `language-words.ts` were read.
 * A row is a language, then what its forms are for and what they say.
 */
const TEXTS = `
en
lead: Book a free trial lesson | Apply for a place | Applications for September are open | Request a prospectus | Schedule a campus tour | Start your application today | Reserve your seat | Enroll now | Get the course program | Ask our admissions team | Join our team of young programmers | Career switch: become a data analyst | Vacancies in our spring groups | Check out our courses and get a call back | Subscribe to the course | Review your options with an advisor | Resume your studies | Sign in for the open day | Comment on your level and we will call you | Buy the course in installments
job: Apply for this job | Join our teaching staff | Teacher application form | Send us your CV | Careers: submit your application | We are hiring teachers | Become a tutor | Work with us | Upload your resume | Current job openings
review: Write a review | Leave your feedback about the course | Share your experience with other parents | Add a testimonial | Rate this course | Submit your review | Tell others what you think | Post a review | Your review | How did you like our school?
comment: Leave a reply | Leave a comment | Post comment | Add your comment | Join the discussion | Write a comment | Reply to this post | Submit comment | Comments | What do you think?
newsletter: Subscribe to our newsletter | Get our news by email | Stay up to date | Join the mailing list | Monthly news for parents | Never miss a post | Sign up for updates | Subscribe | Get weekly tips in your inbox | News and offers by email
checkout: Checkout | Place order | Billing details | Pay now | Complete your purchase | Proceed to payment | Your order | Payment method | Confirm and pay | Buy now
login: Log in | Sign in to your account | Student portal | Member login | Welcome back | Access your courses | Parent login | Log in to the learning platform | Sign in | Enter the personal area
de
lead: Kostenlose Probestunde buchen | Bewerbung um einen Schulplatz | Jetzt für das Schuljahr 2027/28 bewerben | Infomaterial anfordern | Beratungstermin vereinbaren | Platz reservieren | Zum Kurs anmelden | Unverbindlich anfragen | Tag der offenen Tür: jetzt anmelden | Ihre Anfrage an uns | Quereinstieg: werde Entwicklerin | Karriere starten mit unserem Kurs | Freie Stellen im Musikkurs | Bewirb dich für unser Stipendium | Kurs abonnieren | Rückruf anfordern | Schnuppertag ausmachen | Kommentar zu Ihrem Kind und Wunschtermin | Voranmeldung Grundschule | Kurs buchen und später bezahlen
job: Jetzt als Lehrkraft bewerben | Initiativbewerbung | Deine Bewerbung bei uns | Werde Teil unseres Teams | Offene Stellen | Lebenslauf hochladen | Lehrer gesucht | Karriere bei uns | Arbeiten bei der Musikschule | Bewerbungsformular für Honorarkräfte
review: Bewertung abgeben | Schreiben Sie eine Rezension | Ihre Meinung ist uns wichtig | Wie hat Ihnen der Kurs gefallen? | Erfahrungsbericht schreiben | Deine Bewertung | Kurs bewerten | Feedback zum Kurs | Gästebucheintrag schreiben | Teilen Sie Ihre Erfahrung
comment: Kommentar schreiben | Schreibe einen Kommentar | Kommentar abschicken | Antwort hinterlassen | Diskutieren Sie mit | Deine Meinung zum Artikel | Kommentare | Kommentar hinzufügen | Auf diesen Beitrag antworten | Kommentar hinterlassen
newsletter: Newsletter abonnieren | Immer informiert bleiben | Neuigkeiten per E-Mail | Zum Newsletter anmelden | Keine Termine mehr verpassen | Monatliche Tipps für Eltern | Abonnieren | News aus der Schule | Jetzt eintragen und nichts verpassen | Rundbrief bestellen
checkout: Zur Kasse | Zahlungspflichtig bestellen | Rechnungsadresse | Jetzt kaufen | Zahlungsart wählen | Bestellung abschließen | Ihre Bestellung | Jetzt bezahlen | Warenkorb | Kostenpflichtig bestellen
login: Einloggen | Anmelden im Elternportal | Mitgliederbereich | Schülerlogin | Willkommen zurück | Zugang zur Lernplattform | Login | Im Konto anmelden | Interner Bereich | Mein Konto
es
lead: Separa tu vacante | Solicita información | Reserva tu clase de prueba | Agenda una visita al colegio | Inscríbete ahora | Proceso de admisión 2027 | Postula a nuestro colegio | Quiero que me llamen | Pide tu plaza | Descarga el folleto | Cupos limitados: aparta tu lugar | Solicitud de admisión | Empieza tu carrera en enfermería | Vacantes disponibles para primaria | Impulsa tu currículum con este máster | Habla con un asesor | Suscríbete al curso | Consulta sin compromiso | Comentarios o preguntas sobre el curso | Compra tu curso y paga en cuotas
job: Trabaja con nosotros | Envíanos tu currículum | Únete a nuestro equipo docente | Bolsa de trabajo | Solicitud de empleo | Vacantes para profesores | Buscamos profesores | Adjunta tu CV | Postula a este empleo | Ofertas de trabajo
review: Deja tu opinión | Escribe una reseña | Califica este curso | Cuéntanos tu experiencia | Añade una valoración | Tu valoración | Deja tu testimonio | ¿Qué te pareció el curso? | Enviar reseña | Opina sobre nuestra escuela
comment: Deja un comentario | Deja una respuesta | Publicar comentario | Responder | Escribe tu comentario | Comentarios | Enviar comentario | Participa en la conversación | ¿Qué opinas de este artículo? | Añadir un comentario
newsletter: Suscríbete a nuestro boletín | Recibe nuestras novedades | Newsletter | No te pierdas nada | Suscríbete | Noticias en tu correo | Únete a nuestra lista | Boletín mensual para familias | Entérate antes que nadie | Quiero recibir noticias
checkout: Finalizar compra | Realizar pedido | Detalles de facturación | Pagar ahora | Método de pago | Tu pedido | Confirmar pago | Carrito | Completar la compra | Proceder al pago
login: Iniciar sesión | Acceso alumnos | Entra en tu cuenta | Ingresar | Portal de padres | Bienvenido de nuevo | Acceder a mi cuenta | Campus virtual | Inicia sesión en el aula | Área privada
fr
lead: Réserver un cours d’essai | Demander une brochure | Candidature pour la rentrée 2027 | Déposer mon dossier de candidature | Postuler au programme | Inscription aux portes ouvertes | Être rappelé | Demande d’admission | Prendre rendez-vous | S’inscrire au cours | Recevoir le programme | Contactez-nous | Préinscription en maternelle | Changez de carrière : devenez développeur | Recrutement des étudiants : session de mars | Demander un avis d’orientation | S’abonner aux cours collectifs | Connexion avec un conseiller : on vous appelle | Votre commentaire ou question sur la formation | Réserver et payer plus tard
job: Rejoignez notre équipe | Envoyez votre CV | Candidature spontanée | Postuler à cette offre d’emploi | Nous recrutons des professeurs | Offres d’emploi | Lettre de motivation et CV | Devenir enseignant chez nous | Recrutement | Travailler avec nous
review: Donner votre avis | Laisser un avis | Rédiger un témoignage | Notez ce cours | Votre avis nous intéresse | Partagez votre expérience | Publier mon avis | Qu’avez-vous pensé du cours ? | Votre avis | Évaluer la formation
comment: Laisser un commentaire | Publier le commentaire | Laisser une réponse | Ajouter un commentaire | Réagir à cet article | Commentaires | Écrire un commentaire | Répondre | Votre commentaire | Participer à la discussion
newsletter: S’abonner à la newsletter | Recevez nos actualités | Inscrivez-vous à notre lettre d’information | Restez informés | Je m’abonne | Les nouvelles de l’école par e-mail | Ne manquez rien | Bulletin mensuel | Infolettre | Recevoir nos conseils chaque mois
checkout: Passer la commande | Finaliser ma commande | Détails de facturation | Payer | Mode de paiement | Votre commande | Valider et payer | Panier | Procéder au paiement | Commander
login: Se connecter | Connexion | Espace élève | Mon compte | Accéder à mon espace | Bon retour parmi nous | Connexion à l’espace parents | Identifiez-vous | Espace membre | Accès plateforme
pt
lead: Garanta sua vaga | Agende uma aula experimental | Solicite informações | Vagas abertas para 2027 | Matricule-se já | Fale com um consultor | Agende uma visita à escola | Inscreva-se no vestibular | Quero ser aluno | Faça a sua pré-matrícula | Candidatura ao mestrado | Receba o programa do curso | Conheça nosso currículo bilíngue | Comece sua carreira em TI | Reserve seu lugar | Assine o curso completo | Deixe o seu contacto e ligamos-lhe | Comentários sobre o nível do aluno | Peça um orçamento | Compre o curso em até 12 vezes
job: Trabalhe conosco | Envie seu currículo | Vagas para professores | Candidate-se a esta vaga de emprego | Junte-se à nossa equipe | Banco de talentos | Estamos contratando | Candidatura espontânea | Anexe seu CV | Oportunidades de emprego
review: Deixe sua avaliação | Escreva uma avaliação | Avalie este curso | Deixe seu depoimento | Sua opinião é importante | Conte sua experiência | Enviar avaliação | O que achou do curso? | Sua avaliação | Adicionar testemunho
comment: Deixe um comentário | Publicar comentário | Deixe uma resposta | Escreva seu comentário | Comentários | Enviar comentário | Responder | Participe da conversa | Adicionar comentário | O que você achou do artigo?
newsletter: Assine nossa newsletter | Receba novidades por e-mail | Fique por dentro | Inscreva-se na newsletter | Boletim informativo | Não perca nada | Assinar | Notícias da escola no seu e-mail | Subscrever | Cadastre-se e receba dicas
checkout: Finalizar compra | Finalizar pedido | Detalhes de faturação | Pagar agora | Forma de pagamento | Seu pedido | Confirmar pagamento | Carrinho | Fazer pedido | Concluir compra
login: Entrar | Fazer login | Área do aluno | Acesse sua conta | Portal dos pais | Bem-vindo de volta | Iniciar sessão | Acessar plataforma | Minha conta | Área restrita
it
lead: Prenota una lezione di prova | Richiedi informazioni | Iscriviti al corso | Prenota il tuo posto | Richiesta di ammissione | Candidatura al corso di laurea | Fissa un appuntamento | Scarica la brochure | Visita la scuola | Parla con un orientatore | Posti disponibili per settembre | Preiscrizione all’asilo | Inizia la tua carriera nel design | Arricchisci il tuo curriculum con un master | Contattaci per un preventivo | Abbonati alle lezioni di yoga | Ti richiamiamo noi | Commenti o richieste particolari | Bando di ammissione: candidati ora | Acquista il corso a rate
job: Lavora con noi | Invia il tuo curriculum | Candidati per questa posizione | Unisciti al nostro team | Cerchiamo insegnanti | Candidatura spontanea | Posizioni aperte | Offerte di lavoro | Allega il CV | Diventa docente
review: Lascia una recensione | Scrivi una recensione | Valuta questo corso | La tua opinione conta | Racconta la tua esperienza | Lascia una testimonianza | Invia recensione | Cosa ne pensi del corso? | La tua recensione | Aggiungi una recensione
comment: Lascia un commento | Invia commento | Lascia una risposta | Commenti | Scrivi un commento | Rispondi | Aggiungi un commento | Partecipa alla discussione | Pubblica commento | Cosa ne pensi?
newsletter: Iscriviti alla newsletter | Ricevi le nostre novità | Resta aggiornato | Rimani informato | Notizie dalla scuola via e-mail | Non perderti nulla | Iscriviti alla mailing list | Newsletter mensile per genitori | Abbonati alla newsletter | Ricevi i nostri consigli
checkout: Procedi al pagamento | Concludi ordine | Dettagli di fatturazione | Paga ora | Metodo di pagamento | Il tuo ordine | Effettua ordine | Carrello | Completa l’acquisto | Cassa
login: Accedi | Login | Area riservata | Accesso studenti | Entra nel tuo account | Bentornato | Area genitori | Il mio account | Accedi alla piattaforma | Registro elettronico
pl
lead: Zapisz się na lekcję próbną | Rekrutacja 2027/2028 | Zgłoś dziecko do przedszkola | Umów bezpłatną konsultację | Zarezerwuj miejsce | Zapytaj o kurs | Formularz zgłoszeniowy | Wolne miejsca w grupach | Zamów rozmowę | Praca z native speakerem: zapisz się | Aplikuj na studia | Kariera w IT zaczyna się tutaj | Zapisy na kursy | Poproś o ofertę | Dołącz do zespołu tanecznego | Zapisz się na dzień otwarty | Opinia poradni: umów spotkanie | Rekrutacja do liceum | Komentarz lub pytanie o zajęcia | Kup kurs na raty
job: Pracuj z nami | Wyślij CV | Aplikuj na stanowisko lektora | Dołącz do naszego zespołu | Oferty pracy | Szukamy nauczycieli | Formularz rekrutacyjny dla lektorów | Kariera u nas | Załącz życiorys | Praca dla nauczycieli
review: Dodaj opinię | Napisz recenzję | Oceń kurs | Podziel się opinią | Twoja opinia | Zostaw opinię | Jak oceniasz nasze zajęcia? | Wystaw ocenę | Wyślij opinię | Twoja ocena
comment: Dodaj komentarz | Zostaw komentarz | Opublikuj komentarz | Odpowiedz | Napisz komentarz | Komentarze | Dołącz do dyskusji | Wyślij komentarz | Co o tym myślisz? | Skomentuj
newsletter: Zapisz się do newslettera | Bądź na bieżąco | Subskrybuj | Newsletter | Otrzymuj nowości e-mailem | Nie przegap nowych wpisów | Wiadomości ze szkoły | Porady dla rodziców na e-mail | Dołącz do listy mailingowej | Zapisz mnie na newsletter
checkout: Złóż zamówienie | Dane do faktury | Kupuję i płacę | Zapłać | Metoda płatności | Twoje zamówienie | Przejdź do płatności | Koszyk | Podsumowanie zamówienia | Kasa
login: Zaloguj się | Logowanie | Panel ucznia | Strefa rodzica | Moje konto | Witaj ponownie | Zaloguj się do platformy | Dziennik elektroniczny | Wejście dla kursantów | Dostęp do kursu
nl
lead: Boek een gratis proefles | Vraag een brochure aan | Meld je kind aan | Schrijf je in voor de cursus | Plan een rondleiding | Aanmelden voor de open dag | Reserveer je plek | Vrije plaatsen in groep 3 | Maak een afspraak | Bel mij terug | Carrièreswitch: word programmeur | Solliciteer naar een studieplaats | Informatie aanvragen | Ik wil meer weten | Proefles pianoles aanvragen | Abonneer je op onze yogalessen | Word lid van ons jeugdteam | Opmerkingen of vragen over de les | Vooraanmelding basisschool | Koop de cursus in termijnen
job: Solliciteer nu | Werken bij ons | Vacatures | Stuur je cv | Kom ons team versterken | Docenten gezocht | Open sollicitatie | Word docent bij ons | Sollicitatieformulier | Upload je cv en motivatie
review: Schrijf een review | Laat een beoordeling achter | Beoordeel deze cursus | Jouw mening telt | Deel je ervaring | Plaats een recensie | Jouw beoordeling | Hoe vond je de les? | Geef feedback | Review plaatsen
comment: Laat een reactie achter | Reactie plaatsen | Geef een reactie | Reageer op dit bericht | Reacties | Schrijf een reactie | Plaats een opmerking bij dit artikel | Praat mee | Reageren | Reactie versturen
newsletter: Schrijf je in voor de nieuwsbrief | Blijf op de hoogte | Ontvang ons nieuws | Abonneer | Nieuwsbrief | Mis niets | Aanmelden voor de nieuwsbrief | Maandelijkse tips voor ouders | Nieuws per e-mail | Ontvang updates
checkout: Afrekenen | Bestelling plaatsen | Factuurgegevens | Nu betalen | Betaalmethode | Jouw bestelling | Doorgaan naar betalen | Winkelwagen | Bestelling afronden | Bestellen met betaalplicht
login: Inloggen | Log in op je account | Mijn account | Leerlingenportaal | Welkom terug | Inloggen ouders | Ledenlogin | Toegang tot de leeromgeving | Mijn omgeving | Aanmelden bij je account
tr
lead: Ücretsiz deneme dersi al | Ön kayıt formu | Bilgi talep formu | Hemen başvur | Kayıt ol ve yerini ayırt | Okulumuzu ziyaret edin | Sizi arayalım | Bursluluk sınavı başvurusu | Kontenjan sınırlı, kaydını yap | Aday öğrenci formu | Kariyerine bizimle başla | Randevu alın | Fiyat bilgisi al | Kursa katıl | Takımımıza katıl: minik futbolcular | Danışmanla görüş | Tanıtım gününe kayıt | Yorum veya sorularınız | Derslere abone ol | Kursu taksitle satın al
job: İş başvurusu | Bize katılın | İnsan kaynakları başvuru formu | Özgeçmişinizi gönderin | Öğretmen alımı | Açık pozisyonlar | CV yükle | Ekibimize katılın | İş ilanları | Öğretmen başvuru formu
review: Yorum yaz | Değerlendirme yap | Görüşünüzü bildirin | Kursu değerlendir | Deneyimini paylaş | Puan ver | Değerlendirmeniz | Referans yaz | Kursu nasıl buldunuz? | Değerlendirme gönder
comment: Yorum yap | Bir yanıt yazın | Yorum gönder | Yorumlar | Cevap yaz | Yorumunuzu bırakın | Tartışmaya katıl | Yorum ekle | Bu yazı hakkında ne düşünüyorsunuz? | Yanıtla
newsletter: E-bültene kayıt ol | Bültenimize abone olun | Haberdar olun | Abone ol | Yeniliklerden haberdar ol | Haberler e-postanızda | Kampanyaları kaçırmayın | E-posta listemize katılın | Bülten | Aylık ipuçları alın
checkout: Ödeme yap | Siparişi tamamla | Fatura bilgileri | Sepet | Siparişiniz | Ödemeye geç | Siparişi onayla | Ödeme yöntemi | Satın almayı tamamla | Şimdi öde
login: Giriş yap | Öğrenci girişi | Veli girişi | Hesabım | Üye girişi | Tekrar hoş geldiniz | Oturum aç | Platforma giriş | Öğrenci portalı | Hesabınıza girin
ru
lead: Записаться на пробный урок | Оставить заявку | Набор в группы открыт | Получить консультацию | Забронировать место | Запись на день открытых дверей | Получить программу курса | Хочу в команду робототехники | Подать документы онлайн | Перезвоните мне | Начни карьеру в IT | Узнать стоимость | Остались вопросы? | Собеседование в первый класс | Оформить подписку на занятия | Вход на пробное занятие свободный, запишитесь | Ваш комментарий или вопрос о занятиях | Свободные места в детском саду | Резюме курса на почту | Купить курс в рассрочку
job: Стать преподавателем | Отправить резюме | Вакансии | Присоединиться к команде | Работа у нас | Откликнуться на вакансию | Анкета соискателя | Мы ищем педагогов | Прикрепить резюме | Карьера в нашей школе
review: Оставить отзыв | Написать отзыв | Оцените курс | Поделитесь впечатлениями | Ваш отзыв | Добавить отзыв | Как вам занятия? | Ваша оценка | Отправить отзыв | Расскажите о нашей школе
comment: Добавить комментарий | Оставить комментарий | Отправить комментарий | Написать ответ | Комментарии | Ваш комментарий | Обсуждение | Ответить | Присоединиться к обсуждению | Что вы думаете?
newsletter: Подпишитесь на рассылку | Получайте новости | Подписаться | Новости школы на почту | Будьте в курсе | Полезные статьи раз в неделю | Подписка на новости | Не пропустите новое | Присылайте мне новости | Рассылка для родителей
checkout: Оформить заказ | Оплатить | Корзина | Ваш заказ | Перейти к оплате | Способ оплаты | Подтвердить заказ | Оформление заказа | Данные плательщика | Завершить покупку
login: Войти | Вход в личный кабинет | Личный кабинет | Авторизация | Вход для учеников | С возвращением | Вход на платформу | Войти в аккаунт | Кабинет родителя | Электронный дневник
uk
lead: Записатися на пробне заняття | Залишити заявку | Отримати консультацію | Набір у групи відкрито | Забронювати місце | Дізнатися вартість | Передзвоніть мені | Запис на день відкритих дверей | Вступ до школи: подати документи | Отримати програму курсу | Почни кар’єру в ІТ | Вільні місця в садочку | Хочу в команду з робототехніки | Залишилися питання? | Співбесіда до першого класу | Оформити підписку на заняття | Ваш коментар або запитання про заняття | Зареєструватися на вебінар | Поставити запитання | Купити курс частинами
job: Стати викладачем | Надіслати резюме | Вакансії | Приєднатися до команди | Робота у нас | Відгукнутися на вакансію | Анкета кандидата | Шукаємо вчителів | Додати резюме | Кар’єра в нашій школі
review: Залишити відгук | Написати відгук | Оцініть курс | Поділіться враженнями | Ваш відгук | Додати відгук | Як вам заняття? | Ваша оцінка | Надіслати відгук | Розкажіть про нашу школу
comment: Додати коментар | Залишити коментар | Надіслати коментар | Написати відповідь | Коментарі | Ваш коментар | Обговорення | Відповісти | Долучитися до обговорення | Що ви думаєте?
newsletter: Підпишіться на розсилку | Отримуйте новини | Підписатися | Новини школи на пошту | Будьте в курсі | Корисні статті щотижня | Підписка на новини | Не пропустіть нове | Розсилка для батьків | Надсилайте мені новини
checkout: Оформити замовлення | Оплатити | Кошик | Ваше замовлення | Перейти до оплати | Спосіб оплати | Підтвердити замовлення | Оформлення замовлення | Дані платника | Завершити покупку
login: Увійти | Вхід до особистого кабінету | Особистий кабінет | Авторизація | Вхід для учнів | З поверненням | Вхід на платформу | Увійти в акаунт | Кабінет батьків | Електронний щоденник
ar
lead: احجز حصة تجريبية مجانية | سجل الآن | طلب التحاق بالمدرسة | احجز مقعدك | اطلب معلومات | تواصل معنا | باب القبول مفتوح | حدد موعد زيارة | تحدث مع مستشار | قدم طلب القبول | ابدأ مسيرتك المهنية معنا | سجل ابنك في الروضة | نتصل بك | استفسر عن الدورة | المقاعد الشاغرة محدودة | انضم إلى فريق الروبوتات | اشترك في الدورة | تعليقك أو سؤالك عن الدورة | احصل على برنامج الدورة | اشتر الدورة بالتقسيط
job: انضم إلى فريقنا | أرسل سيرتك الذاتية | وظائف شاغرة | طلب توظيف | نموذج التقديم للمعلمين | اعمل معنا | مطلوب معلمون | قدم على الوظيفة | أرفق السيرة الذاتية | فرص العمل
review: اكتب تقييما | أضف تقييمك | شارك تجربتك | رأيك يهمنا | قيم هذه الدورة | تقييمك | أرسل تقييمك | ما رأيك في الدورة؟ | اترك رأيك | أضف شهادتك
comment: اترك تعليقا | أضف تعليقا | إرسال التعليق | اترك ردا | التعليقات | اكتب تعليقك | رد | شارك في النقاش | نشر التعليق | ما رأيك في المقال؟
newsletter: اشترك في النشرة البريدية | احصل على آخر الأخبار | اشترك | أخبار المدرسة عبر البريد | ابق على اطلاع | النشرة الإخبارية | لا يفوتك جديدنا | انضم إلى القائمة البريدية | نصائح شهرية للآباء | اشترك ليصلك كل جديد
checkout: إتمام الطلب | ادفع الآن | سلة المشتريات | طلبك | طريقة الدفع | تفاصيل الفاتورة | تأكيد الطلب | إتمام الشراء | الانتقال إلى الدفع | تنفيذ الطلب
login: تسجيل الدخول | دخول الطلاب | حسابي | بوابة ولي الأمر | مرحبا بعودتك | الدخول إلى المنصة | دخول | بوابة الطالب | ادخل إلى حسابك | المنطقة الخاصة
kk
lead: Тегін сынақ сабағына жазылу | Өтінім қалдыру | Кеңес алу | Орын брондау | Топтарға қабылдау ашық | Бағасын білу | Маған қоңырау шалыңыз | Ашық есік күніне тіркелу | Мектепке құжат тапсыру | Курс бағдарламасын алу | IT саласында мансабыңды баста | Балабақшада бос орындар бар | Робототехника командасына қосыл | Сұрақтарыңыз бар ма? | Курсқа жазылу | Сабақтарға жазылым рәсімдеу | Сабақ туралы пікіріңіз немесе сұрағыңыз | Вебинарға тіркелу | Байланыс деректерін қалдырыңыз | Курсты бөліп төлеуге алу
job: Мұғалім болу | Түйіндеме жіберу | Бос жұмыс орындары | Біздің командаға қосылыңыз | Бізде жұмыс істеу | Вакансияға өтінім | Үміткер сауалнамасы | Мұғалімдер іздейміз | Түйіндемені тіркеу | Біздің мектептегі мансап
review: Пікір қалдыру | Пікір жазу | Курсты бағалаңыз | Әсеріңізбен бөлісіңіз | Сіздің пікіріңіз | Пікір қосу | Сабақ ұнады ма? | Сіздің бағаңыз | Пікір жіберу | Мектебіміз туралы айтыңыз
comment: Түсініктеме қосу | Түсініктеме қалдыру | Түсініктеме жіберу | Жауап жазу | Түсініктемелер | Сіздің түсініктемеңіз | Талқылау | Жауап беру | Талқылауға қосылу | Қалай ойлайсыз?
newsletter: Жаңалықтарға жазылыңыз | Жаңалықтар алыңыз | Жазылу | Мектеп жаңалықтары поштаңызға | Хабардар болыңыз | Апта сайын пайдалы мақалалар | Жаңалықтарға жазылым | Жаңасын жіберіп алмаңыз | Ата-аналарға арналған хабарлама | Маған жаңалық жіберіңіз
checkout: Тапсырысты рәсімдеу | Төлеу | Себет | Сіздің тапсырысыңыз | Төлемге өту | Төлем тәсілі | Тапсырысты растау | Тапсырыс беру | Төлеуші деректері | Сатып алуды аяқтау
login: Кіру | Жеке кабинетке кіру | Жеке кабинет | Авторизация | Оқушыларға арналған кіру | Қайта қош келдіңіз | Платформаға кіру | Аккаунтқа кіру | Ата-ана кабинеті | Электрондық күнделік
`

export type TextKind = 'lead' | 'job' | 'review' | 'comment' | 'newsletter' | 'checkout' | 'login'

export const FORM_TEXTS = TEXTS.trim()
  .split(/\n(?=[a-z]{2}\n)/)
  .flatMap((block) => {
    const [language = '', ...rows] = block.split('\n')
    return rows.flatMap((row) => {
      const [kind = '', ...rest] = row.split(': ')
      const texts = rest.join(': ').split(' | ')
      return texts.map((text) => ({ language, kind: kind as TextKind, text }))
    })
  })
